import { render } from "preact";
import { Page } from "./page.tsx";
import { reportSource } from "./source/report-source.ts";
import "./style.css";
import "./changes.css";

const root = document.getElementById("page");
const report = reportSource();
if (root) render(<Page {...(report ? { report } : {})} />, root);
