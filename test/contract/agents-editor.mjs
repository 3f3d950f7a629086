// An editor that does what its first argument says, as JSON, to the file that the last one names.
import { writeFileSync } from "node:fs";

const situation = JSON.parse(process.argv[2] ?? "{}");
const file = process.argv.at(-1);

switch (situation.type) {
  case "answers":
    writeFileSync(file, Buffer.from(situation.document, "base64"));
    break;
  case "answers-blank":
    writeFileSync(file, " \n");
    break;
  case "answers-nothing":
    break;
  case "hangs":
    setInterval(() => {}, 1000);
    break;
  case "crashes":
    process.exit(1);
    break;
  case "breaks-off":
    writeFileSync(file, situation.part);
    process.exit(1);
    break;
  case "tells-key":
    if (situation.where === "document") writeFileSync(file, `The key is ${process.env.CONTRACT_API_KEY}.`);
    else process.exit(1);
    break;
}
