import type { ComponentProps, ReactNode } from "react";
import { MessageInput } from "./message-input.tsx";

type Props = Pick<
  ComponentProps<typeof MessageInput>,
  "input" | "label" | "placeholder" | "text" | "onChange" | "onSend"
> & { children: ReactNode };

/** Where a session's first message is written, with what sends it below: there is nothing to command or to attach to yet. */
export function FirstMessageBox({ children, ...writing }: Props) {
  return (
    <div className="relative rounded-md border border-line-input bg-surface shadow-1 focus-within:border-accent focus-within:outline-1 focus-within:outline-accent">
      <MessageInput {...writing} names={[]} commands={[]} onCommand={() => undefined} onFiles={() => undefined} />
      {children}
    </div>
  );
}
