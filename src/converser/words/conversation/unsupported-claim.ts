export interface UnsupportedClaim {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `call` has done what the answer says. Without it, no call has. */
export type Receipt = UnsupportedClaim & { readonly call?: string };

export function unsupportedText(claim: string): string {
  return `No call did what the answer says here: “${claim.replace(/\s+/g, ' ').trim()}”`;
}
