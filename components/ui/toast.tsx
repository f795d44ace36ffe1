"use client";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Toast as Primitive } from "radix-ui";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Button } from "./button.tsx";

/** Shows short messages over the page; `useToast` says them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useTranslations("common");
  const [shown, setShown] = useState<(Message & { key: number })[]>([]);
  const say = useMemo(() => {
    let key = 0;
    return (message: Message) => setShown((list) => [...list.slice(-2), { ...message, key: ++key }]);
  }, []);
  return (
    <ToastContext value={say}>
      <Primitive.Provider label={t("notification")} duration={6000}>
        {children}
        {shown.map((message) => (
          <Toast
            key={message.key}
            message={message}
            onGone={() => setShown((list) => list.filter((other) => other.key !== message.key))}
          />
        ))}
        <Primitive.Viewport
          label={t("notifications", { hotkey: "{hotkey}" })}
          className="fixed right-0 bottom-0 z-(--z-toast) flex w-[min(384px,100vw)] flex-col gap-2 p-4 outline-none"
        />
      </Primitive.Provider>
    </ToastContext>
  );
}

/** Says something in passing: what was done, or what failed and what to do. */
export function useToast(): (message: Message) => void {
  return useContext(ToastContext);
}

type Message = { tone: "ok" | "bad"; title: string; description?: string };

const ToastContext = createContext<(message: Message) => void>(() => undefined);

function Toast({ message, onGone }: { message: Message; onGone: () => void }) {
  const t = useTranslations("common");
  return (
    <Primitive.Root
      type={message.tone === "bad" ? "foreground" : "background"}
      onOpenChange={(open) => {
        if (!open) onGone();
      }}
      className="flex animate-appear items-start gap-2 rounded-md border border-line-strong bg-raised p-3 shadow-3"
    >
      {message.tone === "ok" ? (
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok-text" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      )}
      <div className="min-w-0 flex-1">
        <Primitive.Title className="font-medium">{message.title}</Primitive.Title>
        {message.description ? (
          <Primitive.Description className="text-ink-2">{message.description}</Primitive.Description>
        ) : null}
      </div>
      <Primitive.Close asChild>
        <Button variant="ghost" size="sm" shape="square" aria-label={t("close")} className="-mt-1 -mr-1">
          <X aria-hidden />
        </Button>
      </Primitive.Close>
    </Primitive.Root>
  );
}
