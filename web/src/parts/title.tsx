import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { takeMove } from "../route.ts";

interface TitleProps {
  readonly window: string;
  /** Take the focus because this page replaced another one without a click, as the next question does. */
  readonly focus?: boolean;
  readonly children: ComponentChildren;
}

/** The page's main heading. It sets the window title and takes the focus after navigation. */
export function Title({ window: words, focus = false, children }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeMove() || focus) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${words} · Whetstone`;
  }, [words]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
