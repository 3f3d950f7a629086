import { render } from "preact";
import { Page } from "./page.tsx";
import { reportSource } from "./source/report-source.ts";
import { listenForSubmitKey } from "./submit-key.tsx";
import "./style.css";
import "./changes.css";

const root = document.getElementById("page");
const report = reportSource();
listenForSubmitKey();
if (root) render(<Page {...(report ? { report } : {})} />, root);
