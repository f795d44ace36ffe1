import { afterInterruption, isColouredWithin } from "./interruptions.ts";
import type { Atom, Spelling } from "./spellings.ts";

/** What is not decided yet between two chunks of a text. */
export interface ScanState {
  /** The last characters before `held`: what stands before a match may decide it. */
  readonly before: string;
  /** The end of the text so far, which may still become a secret. */
  readonly held: string;
  /** How many characters of `held` belong to a secret whose mark is already written. */
  readonly covered: number;
}

export const START: ScanState = { before: "", held: "", covered: 0 };

export type Scan = (state: ScanState, chunk: string, stage: "more" | "last") => { text: string; state: ScanState };

const CONTEXT = 3;
const SEEN_BEFORE_WRAP = 4;
const UNDECIDED = -2;
const NONE = -1;

/**
 * Makes the function that replaces every spelling in a text by the mark; overlapping ones become one mark.
 * Of a text in chunks it withholds only an end that may still become a secret, never more than the longest spelling.
 */
export function createScan(spellings: readonly Spelling[], mark: string): Scan {
  const table = indexSpellings(spellings);
  return (state, chunk, stage) => {
    const text = state.before + state.held + chunk;
    const start = state.before.length;
    let settled = start + state.covered;
    let out = "";
    let at = start;
    for (; at < text.length; at++) {
      if (!mayBegin(table, text, at)) continue;
      const end = longestMatch(table, text, { at, stage });
      if (end === UNDECIDED) break;
      if (end === NONE) continue;
      if (at >= settled) out += text.slice(settled, at) + mark;
      settled = Math.max(settled, end);
    }
    if (stage === "more" && at > settled && isHighSurrogate(text.charCodeAt(at - 1))) at--;
    if (at > settled) out += text.slice(settled, at);
    const before = text.slice(Math.max(0, at - CONTEXT), at);
    return { text: out, state: { before, held: text.slice(at), covered: Math.max(0, settled - at) } };
  };
}

/** Spellings as trees, and a hash of their first three units that rules out nearly every place in a text. */
interface Table {
  readonly anywhere: Branch;
  readonly words: Branch;
  readonly tails: Branch;
  readonly hashes: Uint8Array;
}

/** A run of atoms that spellings share, up to where they part ways: it is looked at once, however many there are. */
interface Branch {
  readonly atoms: readonly Atom[];
  /** The run is `atoms` from here to `to`; both count from the beginning of the spelling. */
  from: number;
  readonly to: number;
  /** From this atom on an ellipsis completes a match, and whether one does so where the run ends. */
  cutFrom: number;
  cutNext: boolean;
  /** Whether a spelling ends with the run. */
  end: boolean;
  readonly steps: Map<Atom, Branch>;
  /** The steps by the first unit of each way to write their first atom. */
  readonly byUnit: Map<number, Branch[]>;
}

const HASHES = 1 << 18;

function indexSpellings(spellings: readonly Spelling[]): Table {
  const grown = (where: Spelling["where"]) => grow(spellings.filter((spelling) => spelling.where === where));
  const anywhere = grown("anywhere");
  return { anywhere, words: grown("whole word"), tails: grown("after an ellipsis"), hashes: hashBeginnings(anywhere) };
}

function grow(spellings: readonly Spelling[]): Branch {
  const root = newBranch([], { from: 0, to: 0, cutFrom: Infinity });
  for (const spelling of spellings) insert(root, spelling);
  return root;
}

function newBranch(atoms: readonly Atom[], run: Pick<Branch, "from" | "to" | "cutFrom">): Branch {
  return { atoms, ...run, cutNext: false, end: false, steps: new Map(), byUnit: new Map() };
}

function insert(root: Branch, { atoms, cutFrom }: Spelling): void {
  let branch = root;
  for (let depth = 0; depth < atoms.length; depth = branch.to) {
    if (depth >= cutFrom) branch.cutNext = true;
    const first = atoms[depth] as Atom;
    const child = branch.steps.get(first) ?? newBranch(atoms, { from: depth, to: atoms.length, cutFrom });
    let same = depth + 1;
    while (same < child.to && same < atoms.length && child.atoms[same] === atoms[same]) same++;
    const next = same < child.to ? upperPart(child, same) : child;
    next.cutFrom = Math.min(next.cutFrom, cutFrom);
    setStep(branch, first, next);
    branch = next;
  }
  branch.end = true;
}

/** Splits a run where a spelling leaves it; what is below stays as it is. */
function upperPart(branch: Branch, at: number): Branch {
  const upper = newBranch(branch.atoms, { from: branch.from, to: at, cutFrom: branch.cutFrom });
  upper.cutNext = at >= branch.cutFrom;
  branch.from = at;
  setStep(upper, branch.atoms[at] as Atom, branch);
  return upper;
}

function setStep(branch: Branch, atom: Atom, next: Branch): void {
  const before = branch.steps.get(atom);
  if (before === next) return;
  branch.steps.set(atom, next);
  for (const unit of atom.next.keys()) {
    const others = branch.byUnit.get(unit)?.filter((other) => other !== before) ?? [];
    branch.byUnit.set(unit, [...others, next]);
  }
}

function hashBeginnings(root: Branch): Uint8Array {
  const hashes = new Uint8Array(HASHES);
  const visit = ({ branch, depth }: { branch: Branch; depth: number }, node: Atom, units: readonly number[]): void => {
    const [first, second, third] = units;
    if (first !== undefined && second !== undefined && third !== undefined) {
      hashes[hashOf(first, second, third)] = 1;
      return;
    }
    for (const [unit, child] of node.next) visit({ branch, depth }, child, [...units, unit]);
    if (node.end) visitNext({ branch, depth: depth + 1 }, units);
  };
  const visitNext = ({ branch, depth }: { branch: Branch; depth: number }, units: readonly number[]): void => {
    if (depth < branch.to) visit({ branch, depth }, branch.atoms[depth] as Atom, units);
    else for (const [atom, next] of branch.steps) visit({ branch: next, depth: next.from }, atom, units);
  };
  visitNext({ branch: root, depth: 0 }, []);
  return hashes;
}

function hashOf(first: number, second: number, third: number): number {
  return ((first * 61 + second) * 61 + third) & (HASHES - 1);
}

function mayBegin(table: Table, text: string, at: number): boolean {
  if (at + 2 >= text.length || table.words.steps.size > 0 || isEllipsisBefore(text, at)) return true;
  if (isColouredWithin(text, at)) return true;
  return table.hashes[hashOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2))] === 1;
}

/** Where the longest spelling that begins here ends; undecided when more text might make one longer. */
function longestMatch(table: Table, text: string, { at, stage }: { at: number; stage: "more" | "last" }): number {
  const found: Found = { text, ends: [], open: false };
  search(table.anywhere, at, found);
  if (isEllipsisBefore(text, at)) search(table.tails, at, found);
  if (!isJoined(text.charAt(at), text.charAt(at - 1))) searchWords(table.words, at, found);
  if (found.open && stage === "more") return UNDECIDED;
  return Math.max(NONE, ...found.ends);
}

/** `ends` are the places where a spelling ends; `open` says that more text might make another. */
type Found = { readonly text: string; readonly ends: number[]; open: boolean };

function searchWords(words: Branch, at: number, found: Found): void {
  const { text } = found;
  const bare: Found = { text, ends: [], open: false };
  search(words, at, bare);
  found.ends.push(...bare.ends.filter((end) => !isJoined(text.charAt(end - 1), text.charAt(end))));
  found.open ||= bare.open || bare.ends.includes(text.length);
}

/** How far a way through the tree has come: `depth` atoms of a spelling, written up to `at`. */
type Place = { readonly branch: Branch; readonly depth: number; readonly at: number };

/** Goes all ways through the tree that the text allows, side by side. */
function search(root: Branch, at: number, found: Found): void {
  let places: Place[] = [{ branch: root, depth: 0, at }];
  while (places.length > 0) {
    const next: Place[] = [];
    const [only, other] = places;
    if (only && !other) places = [passPlainSteps(only, found.text)];
    for (const place of places) {
      noteEnd(place, found);
      step(place, { found, next });
      const at = after(place, found);
      if (at > place.at) step({ ...place, at }, { found, next });
    }
    places = next;
  }
}

function step(place: Place, walking: { found: Found; next: Place[] }): void {
  const { branch, depth, at } = place;
  if (depth < branch.to) walk(branch, place, walking);
  else for (const next of branch.byUnit.get(walking.found.text.charCodeAt(at)) ?? []) walk(next, place, walking);
}

/** Behind what interrupts a spelling that has begun: a line break only when enough of it has been seen. */
function after({ branch, depth, at }: Place, found: Found): number {
  const isEnd = depth === branch.to && branch.steps.size === 0;
  if (depth === 0 || isEnd) return at;
  const end = afterInterruption(found.text, at, { wraps: depth >= SEEN_BEFORE_WRAP ? "yes" : "no" });
  if (end === null) found.open = true;
  return end ?? at;
}

/** Nearly every way is the only one and goes on by whole characters that can mean nothing else. */
function passPlainSteps(place: Place, text: string): Place {
  const { branch } = place;
  let { depth, at } = place;
  while (depth < branch.to && isPlainStep(branch.atoms[depth], text.charCodeAt(at))) {
    if (depth >= branch.cutFrom && mayBeCut(text, at)) break;
    depth++;
    at++;
  }
  return { branch, depth, at };
}

function isPlainStep(atom: Atom | undefined, unit: number): boolean {
  const child = atom?.next.get(unit);
  return child?.end === true && child.next.size === 0;
}

function noteEnd({ branch, depth, at }: Place, found: Found): void {
  const { text, ends } = found;
  const isRunOver = depth === branch.to;
  if (isRunOver && branch.end) ends.push(at);
  if (at === text.length && (!isRunOver || branch.steps.size > 0)) found.open = true;
  if (!(isRunOver ? branch.cutNext : depth >= branch.cutFrom) || !mayBeCut(text, at)) return;
  if (isEllipsis(text, at)) ends.push(at);
  if (mayBecomeEllipsis(text, at)) found.open = true;
}

/** Adds the places behind the ways to write the branch's next atom that stand here. */
function walk(branch: Branch, { depth, at: begin }: Place, { found, next }: { found: Found; next: Place[] }): void {
  const { text } = found;
  let node = branch.atoms[depth];
  for (let at = begin; node; at++) {
    if (node.end && !next.some((place) => place.branch === branch && place.at === at))
      next.push({ branch, depth: depth + 1, at });
    if (node.next.size === 0) return;
    if (at === text.length) {
      found.open = true;
      return;
    }
    node = node.next.get(text.charCodeAt(at));
  }
}

const ELLIPSIS = /['"]?(?:\.\.\.|…)/y;
const ELLIPSIS_BEGUN = /['"]?\.{0,2}$/y;

function mayBeCut(text: string, at: number): boolean {
  return at === text.length || `.…'"`.includes(text.charAt(at));
}

function isEllipsis(text: string, at: number): boolean {
  ELLIPSIS.lastIndex = at;
  return ELLIPSIS.test(text);
}

function mayBecomeEllipsis(text: string, at: number): boolean {
  ELLIPSIS_BEGUN.lastIndex = at;
  return ELLIPSIS_BEGUN.test(text);
}

function isEllipsisBefore(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1);
  return last === 0x2026 || (last === 0x2e && text.endsWith("...", at));
}

/** Whether a neighbour makes another word of a word, or another number of a number. */
function isJoined(own: string, neighbour: string): boolean {
  return (/\d/.test(own) ? /\d/ : /[\p{L}\p{N}_]/u).test(neighbour);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
