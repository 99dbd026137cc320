import { unquote } from './quotes.ts';

/** A request without its list mark, its courtesies, and the quotes around all of it. */
export function plainRequest(written: string): string {
  let request = written.trim().replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, '');
  if (/^"[^"]*"$/.test(request)) request = unquote(request);
  for (let before = ''; before !== request; ) {
    before = request;
    request = request.replace(courtesyBefore, '').replace(courtesyAfter, '');
  }
  return request;
}

const courtesyBefore =
  /^(?:please|pls|kindly|can you|could you|would you|will you|can we|can I|could I|may I|I want to|I want you to|I would like to|I'd like to|I would like you to|I'd like you to|I need you to|I need to|let's|let us|lets|tell me|do you know|I want to know|go and|try to|hey|hi|hello|ok|okay|so|well|now|also|just|first(?!\s+(?:\d|lines?\b|files?\b))|finally|at last|then|and|rehearsal|@converser|use (?:the )?(?:tool )?[\w:]+(?: tool)? to)[,:!]?\s+(?=\S)/i;

const courtesyAfter =
  /(?<=\S)[,\s]{1,9}(?:please|pls|for me|thanks|thank you|would you|will you|if you can)(?=[\s?!.]{0,9}$)/i;
