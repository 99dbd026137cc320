export interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

export type Draft = string | boolean | readonly string[];

export type Drafts = Readonly<Record<string, Draft>>;

/** Conveniences that survive a reload of the page. Nothing depends on them. */
export interface PageMemory {
  /** While a private conversation is shown, the page remembers, but VS Code doesn't. */
  isPrivate: boolean;
  draft: string;
  readonly sent: readonly string[];
  addSent(text: string): void;
  /** What the page shows, once something was said in it: a tab of the editors is restored with it. */
  conversation: string | undefined;
  /** What you read; undefined while the page follows the end of the conversation. */
  place: ReadingPlace | undefined;
  isExpanded(row: string): boolean;
  setExpanded(row: string, expanded: boolean): void;
  formDrafts(request: string): Drafts;
  keepFormDrafts(request: string, drafts: Drafts): void;
}

export interface ReadingPlace {
  readonly conversation: string;
  /** The oldest has 0. */
  readonly turn: number;
  /** Pixels of the turn that are above the edge. */
  readonly offset: number;
}

interface Remembered {
  readonly draft: string;
  readonly sent: readonly string[];
  readonly conversation?: string | undefined;
  readonly place: ReadingPlace | undefined;
  readonly expanded: readonly string[];
  readonly forms: Readonly<Record<string, Drafts>>;
}

const nothing: Remembered = { draft: '', sent: [], place: undefined, expanded: [], forms: {} };

const mostRows = 200;
const mostForms = 5;
const mostSent = 50;
/** All of it is written down with every key. */
const mostSentCharacters = 20_000;

export function createPageMemory(vscode: VsCodeApi): PageMemory {
  // Only this wrote it.
  let remembered: Remembered = { ...nothing, ...(vscode.getState() as Partial<Remembered> | undefined) };
  const set = (change: Partial<Remembered>) => {
    remembered = { ...remembered, ...change };
    if (!memory.isPrivate) vscode.setState(remembered);
  };
  const memory: PageMemory = {
    isPrivate: false,
    get draft() {
      return remembered.draft;
    },
    set draft(draft) {
      if (draft !== remembered.draft) set({ draft });
    },
    get sent() {
      return remembered.sent;
    },
    addSent(text) {
      // It would be written down with what you send elsewhere.
      if (memory.isPrivate) return;
      const others = remembered.sent.filter(other => other !== text);
      set({ sent: newest([...others, text]) });
    },
    get conversation() {
      return remembered.conversation;
    },
    set conversation(conversation) {
      if (conversation !== remembered.conversation) set({ conversation });
    },
    get place() {
      return remembered.place;
    },
    set place(place) {
      if (place !== remembered.place) set({ place });
    },
    isExpanded: row => remembered.expanded.includes(row),
    setExpanded(row, expanded) {
      const others = remembered.expanded.filter(other => other !== row);
      set({ expanded: expanded ? [...others, row].slice(-mostRows) : others });
    },
    formDrafts: request => remembered.forms[request] ?? {},
    keepFormDrafts(request, drafts) {
      const { [request]: _earlier, ...others } = remembered.forms;
      set({ forms: Object.fromEntries([...Object.entries(others), [request, drafts]].slice(-mostForms)) });
    },
  };
  return memory;
}

function newest(texts: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let characters = 0;
  for (const text of texts.slice(-mostSent).toReversed()) {
    characters += text.length;
    if (characters > mostSentCharacters) break;
    kept.unshift(text);
  }
  return kept;
}
