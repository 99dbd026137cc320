import assert from 'node:assert/strict';
import { failedEnd, type ReplyEnd, replyEnd } from '../../src/dialects/end-words.ts';

const ends: Readonly<Record<ReplyEnd, readonly unknown[]>> = {
  stop: ['stop', 'STOP', 'FINISH_REASON_STOP', 'eos', 'end_turn', 'tool_calls', 'toolCalls', 'COMPLETE'],
  length: ['length', 'MAX_TOKENS', 'model_length', 'contextLengthReached', 'maxPredictedTokensReached'],
  refusal: ['content_filter', 'SAFETY', 'sensitive', 'PROHIBITED_CONTENT', 'guardrail_intervened', 'SPII'],
  failure: [
    ...['error', 'abort', 'network_error', 'insufficient_system_resource', 'MALFORMED_FUNCTION_CALL'],
    ...['UNEXPECTED_TOOL_CALL', 'incomplete', 'failed', 'stopped_by_watchdog', 'never heard of', '', 7],
    { toString: 1 },
  ],
};

describe('the reason why a reply ended', () => {
  for (const [end, reasons] of Object.entries(ends))
    it(`is ${end} for each such word`, () => {
      for (const reason of reasons) assert.equal(replyEnd(reason), end, String(JSON.stringify(reason)));
    });

  it('is quoted briefly where it is a failure, and asking again may help', () => {
    const { message, retryable } = failedEnd('Test', 'x'.repeat(100));
    assert.match(message, /^The server of Test failed: it ended its reply with “x{59}…”\. Try again/);
    assert.equal(retryable, true);
  });
});
