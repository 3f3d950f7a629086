const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };

/** Moves the focus between line numbers with the arrow keys (roving tabindex: Tab returns to the last one). */
export function moveAmong(event: KeyboardEvent, box: HTMLElement | null): void {
  const step = STEPS[event.key];
  const from = event.target instanceof HTMLElement ? event.target : null;
  if (step === undefined || from?.dataset.line === undefined || box === null) return;
  const buttons = [...box.querySelectorAll<HTMLElement>("button[data-line]")];
  const at = Math.min(buttons.length - 1, Math.max(0, buttons.indexOf(from) + step));
  const to = buttons[at];
  if (to === undefined) return;
  event.preventDefault();
  for (const button of buttons) if (button.tabIndex === 0) button.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
