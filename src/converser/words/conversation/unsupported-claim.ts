/** Words of an answer that say what was done, where no call has done it. */
export interface UnsupportedClaim {
  /** Places in the text of the answer, in characters. */
  readonly start: number;
  readonly end: number;
  /** The words between them, in Markdown. */
  readonly text: string;
}

/** Something that an answer says was done, and the id of the call that has done it. Without one, none has. */
export type Receipt = UnsupportedClaim & { readonly call?: string };

/** For people. */
export function unsupportedText(claim: string): string {
  return `No call did what the answer says here: “${claim.replace(/\s+/g, ' ').trim()}”`;
}
