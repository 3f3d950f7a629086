import type { State } from "../../mediator/state.ts";
import { questionPositions } from "../../model/question-positions.ts";
import type { Files } from "../../ports/files.ts";
import { previewAnswer } from "../../server/preview-answer.ts";
import type { CreateAskerOptions } from "../asking/create-asker.ts";
import { specFolderOf } from "./session-parts.ts";

/** A session whose state may change meanwhile. */
interface Asked {
  readonly state: State;
  readonly files: Files;
}

/** Options that every command needs to ask at the terminal. */
export function sessionAsking(session: Asked): CreateAskerOptions {
  const specFolder = specFolderOf(session.files.root, session.state.session.specPath);
  const preview: CreateAskerOptions["preview"] = (...answer) => previewAnswer(session.state, ...answer);
  if (session.state.session.engineer !== "interview") return { specFolder, preview };
  const position = questionPositions();
  return { specFolder, preview, position: (question) => position(session.state, question) };
}
