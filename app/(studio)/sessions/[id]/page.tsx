import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { SessionPage } from "#components/session/session-page.tsx";
import { getSession } from "#lib/agents/sessions.ts";
import { pageMember } from "#lib/auth/guard.ts";
import { memberNames } from "#lib/auth/members.ts";
import { can } from "#lib/auth/schema.ts";
import { AppError } from "#lib/core/errors.ts";
import { sessionActions } from "../session-actions.ts";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await read((await params).id)).state.title };
}

/** One session; its log comes by the stream. */
export default async function Page({ params }: Props) {
  const { member, state } = await read((await params).id);
  return (
    <SessionPage
      key={state.id}
      state={state}
      members={await memberNames(member)}
      mayWrite={can(member.role, "session:write")}
      actions={sessionActions}
    />
  );
}

const read = cache(async (id: string) => {
  const member = await pageMember("session:read");
  return { member, state: await getSession(member, id).catch(orNotFound) };
});

function orNotFound(error: unknown): never {
  if (error instanceof AppError && error.code === "not_found") notFound();
  throw error;
}
