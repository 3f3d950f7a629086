import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { takeMove } from "../route.ts";

interface TitleProps {
  readonly window: string;
  /** It came by itself while the person waited for it. */
  readonly focus?: boolean;
  readonly children: ComponentChildren;
}

/** The page's own heading: it is the window's title, and takes the focus when the person comes here. */
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
