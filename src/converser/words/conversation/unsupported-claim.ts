export interface UnsupportedClaim {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function unsupportedText(claim: string): string {
  return `No call did what the answer says here: “${claim.replace(/\s+/g, ' ').trim()}”`;
}
