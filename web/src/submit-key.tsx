const IS_MAC = /^Mac/.test(navigator.platform);

/** Ctrl+Enter, or Cmd+Enter, submits the form that has the focus, else the one that the page consists of. */
export function listenForSubmitKey(): void {
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const focused = event.target instanceof Element ? event.target.closest("form") : null;
    const form = focused ?? document.querySelector<HTMLFormElement>("main > form");
    if (form) event.preventDefault();
    form?.requestSubmit();
  });
}

/** The hint beside a form's button: `Ctrl+Enter starts`. */
export function SubmitKey({ does }: { does: string }) {
  return (
    <span class="quiet keys">
      <kbd>{IS_MAC ? "⌘" : "Ctrl"}</kbd>+<kbd>Enter</kbd> {does}
    </span>
  );
}
