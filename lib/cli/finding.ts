/** What `toolroom doctor` found; `good` and `missing` speak for themselves, `absent` is something that the studio does without. */
export type Finding = { what: string; state: "good" | "absent" | "missing"; says: string };
