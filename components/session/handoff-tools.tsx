"use client";

import { Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { LogView } from "#components/run/log/log-view.tsx";
import { useLines } from "#components/run/log/use-lines.ts";
import { SafeText } from "#components/run/text/safe-text.tsx";
import type { Helper } from "#lib/runs/agent-schema.ts";
import type { Call } from "#lib/runs/turn.ts";
import type { RunView } from "#lib/runs/view.ts";
import { CallResult } from "./call-result.tsx";
import { Disclosure } from "./disclosure.tsx";
import { InlineCode } from "./inline-code.tsx";

const TOOLS = ["onHandoff", "inputFilter"] as const;

/** What the tools of a handoff did that no model called: each opens to what it got, gave back and printed. */
export function HandoffTools({ call }: { call: Call }) {
  return TOOLS.map((helper) => {
    const view = call.helpers[helper];
    return view ? <ToolView key={helper} id={`${helper} ${call.key}`} helper={helper} view={view} /> : null;
  });
}

function ToolView({ id, helper, view }: { id: string; helper: Helper; view: RunView }) {
  const t = useTranslations("session.handoff");
  const calls = useTranslations("session.calls");
  const state = stateOf(view);
  const logs = { stdout: useLines(view.stdout), stderr: useLines(view.stderr) };
  const about = t(helper, { tool: view.toolName ?? "" });
  return (
    <Disclosure id={id} icon={Wrench} label={<SafeText text={about} />} note={calls(`state.${state}`)}>
      <div className="flex flex-col gap-1.5 pb-1">
        {view.call ? (
          <div>
            <p className="text-12 text-ink-3">{calls("arguments")}</p>
            <InlineCode label={calls("arguments")} text={view.call.arguments} />
          </div>
        ) : null}
        <div>
          <p className="text-12 text-ink-3">{calls("result")}</p>
          <CallResult call={{ view, state }} />
        </div>
        {(["stdout", "stderr"] as const).map((name) =>
          logs[name].count > 0 ? (
            <div key={name} className="flex h-20 rounded-sm border border-line bg-sunken">
              <LogView
                label={`${name === "stdout" ? calls("log") : name} · ${about}`}
                lines={logs[name]}
                wrap="wrap"
                live={state === "running" ? "live" : "ended"}
              />
            </div>
          ) : null,
        )}
      </div>
    </Disclosure>
  );
}

function stateOf({ failure, result }: RunView): "running" | "failed" | "stopped" | "returned" {
  if (failure) return failure.code === "cancelled" ? "stopped" : "failed";
  return result ? "returned" : "running";
}
