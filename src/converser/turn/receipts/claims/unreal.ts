/** What makes of the words behind it no claim: a condition, a wish, a duty, a denial. */
export const unreal =
  /\b(?:if|unless|until|whether|would|could|should|can|may|might|must|will|shall|need(?:s|ed)? to|ha(?:s|ve|d) to|before|make sure|ensure|once|when(?:ever)?|wish|suppose|assume|let me know|to be|not|never|nothing|no|none|neither|nobody|without|cannot|try|tried|want(?:ed)?|plan(?:ned)?|going to)\b|n't\b|'ll\b|'d\b/i;

/** Whether the words after a verb say that it was long ago, or who else did it. */
export function isHistory(after: string): boolean {
  return longAgo.test(after);
}

const longAgo =
  /\b(?:by (?!hand\b|\w+ing\b)[A-Za-z]+|in (?:version|v?\d|commit|release|20\d\d|19\d\d|\uE000{6,})|since|ago|last (?:year|month|week)|yesterday|originally|shortly|before(?=\s*(?:[.,;!)]|$))|until (?:now|then)|years?|months?|when|later|on the \d|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|for (?:the old|version|\w+ months))\b/i;
