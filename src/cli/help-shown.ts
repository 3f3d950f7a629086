/** Thrown to leave the argument parser once it has printed help: there is nothing more to do. */
export class HelpShown extends Error {
  override readonly name = "HelpShown";
  /** Whether the person asked for it, or got it because they named no command. */
  readonly asked: boolean;

  constructor(asked: boolean) {
    super("help was shown");
    this.asked = asked;
  }
}
