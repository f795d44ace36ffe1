"use client";

import { Check, Pencil, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Switch } from "#components/ui/switch.tsx";
import type { Mode } from "./question.ts";

type Props = {
  name: string;
  mode: Mode;
  onMode: (mode: Mode) => void;
  state: "ready" | "sending" | "sent";
  mayEdit: boolean;
  onDecide: (decision: "approve" | "reject", scope: "call" | "session") => void;
};

/** The ways to decide on a call, and whether later calls of the function have to be asked for. */
export function ApprovalActs({ name, mode, onMode, state, mayEdit, onDecide }: Props) {
  const t = useTranslations("approvals");
  const [scope, setScope] = useState<"call" | "session">("call");
  const isBusy = state !== "ready";
  const cancel = (
    <Button variant="ghost" disabled={isBusy} onClick={() => onMode("look")}>
      {t("back")}
    </Button>
  );
  if (mode === "reject") {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="danger" disabled={isBusy} onClick={() => onDecide("reject", "call")}>
          <X aria-hidden />
          {t("rejectNow")}
        </Button>
        {cancel}
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="primary" disabled={isBusy} onClick={() => onDecide("approve", scope)}>
        <Check aria-hidden />
        {t(mode === "edit" ? "approveEdited" : "approve")}
      </Button>
      {mode === "edit" ? (
        cancel
      ) : (
        <>
          {mayEdit ? (
            <Button disabled={isBusy} onClick={() => onMode("edit")}>
              <Pencil aria-hidden />
              {t("edit")}
            </Button>
          ) : null}
          <Button disabled={isBusy} onClick={() => onMode("reject")}>
            <X aria-hidden />
            {t("reject")}
          </Button>
        </>
      )}
      <ForSession name={name} scope={scope} onScope={setScope} disabled={isBusy} />
    </div>
  );
}

type ForSessionProps = {
  name: string;
  scope: "call" | "session";
  onScope: (scope: "call" | "session") => void;
  disabled: boolean;
};

function ForSession({ name, scope, onScope, disabled }: ForSessionProps) {
  const t = useTranslations("approvals");
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-center gap-2 text-12 text-ink-2">
      <Switch
        id={id}
        checked={scope === "session"}
        disabled={disabled}
        onCheckedChange={(checked) => onScope(checked ? "session" : "call")}
      />
      {t("forSession", { name })}
    </label>
  );
}
