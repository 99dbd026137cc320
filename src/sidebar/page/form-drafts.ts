/** What a field holds: text, a tick, or several ticked values. */
export type Draft = string | boolean | readonly string[];

export type Drafts = Readonly<Record<string, Draft>>;
