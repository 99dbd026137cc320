/** What stands in a field: text, a tick, or several ticks. */
export type Draft = string | boolean | readonly string[];

export type Drafts = Readonly<Record<string, Draft>>;
