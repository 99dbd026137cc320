import assert from 'node:assert/strict';
import { causesOf, ownError } from '../../../src/converser/ground/causes.ts';
import {
  type ConverserError,
  type ErrorCode,
  errors,
  reasonOf,
} from '../../../src/converser/ground/errors.ts';

type Made = readonly [error: ConverserError, says: string, code?: ErrorCode];

/** One of each factory, what it must say, and its code where that is not the factory's name. */
const made: Readonly<Record<keyof typeof errors, Made>> = {
  cancelled: [errors.cancelled(), 'Stopped.'],
  modelFailed: [errors.modelFailed('MODEL', 'REASON'), 'MODEL failed: REASON.'],
  modelUnreachable: [errors.modelUnreachable('MODEL', 'REASON'), 'MODEL can’t be reached: REASON.'],
  modelBrokeOff: [
    errors.modelBrokeOff('MODEL', 'REASON'),
    'The reply from MODEL broke off: REASON.',
    'model-unreachable',
  ],
  modelServerFailed: [errors.modelServerFailed('MODEL', 'REASON'), 'The server of MODEL failed: REASON.'],
  modelNotFound: [errors.modelNotFound('MODEL'), 'MODEL not found.'],
  modelConsent: [errors.modelConsent('MODEL'), 'use MODEL.'],
  modelQuota: [errors.modelQuota('MODEL', 'REASON'), 'MODEL isn’t accepting more requests for now: REASON.'],
  modelUnpaid: [errors.modelUnpaid('MODEL', 'REASON'), 'from this account: REASON.', 'model-quota'],
  modelUnauthorized: [errors.modelUnauthorized('MODEL'), 'MODEL rejected the API key'],
  modelOverloaded: [errors.modelOverloaded('MODEL', 'REASON'), 'MODEL is overloaded: REASON.'],
  modelSilent: [errors.modelSilent('MODEL', 30_000), 'MODEL sent nothing for 30 s'],
  modelSuspended: [errors.modelSuspended('MODEL', 30_000), 'requests are paused for 30 s.'],
  notBefore: [errors.notBefore(errors.noModel(), 30_000), 'Try again in 30 s.', 'no-model'],
  modelEmpty: [errors.modelEmpty('MODEL', 'REASON'), 'MODEL REASON.'],
  replyTooLarge: [errors.replyTooLarge('MODEL', 'REASON'), 'stopped its reply: REASON.'],
  noModel: [errors.noModel(), 'No model is available. Choose one'],
  notAvailable: [errors.notAvailable('REASON'), 'Not available here: REASON.'],
  ensembleFailed: [errors.ensembleFailed('REASON'), 'REASON.'],
  badArguments: [errors.badArguments('REASON'), 'REASON.'],
  attachmentFailed: [
    errors.attachmentFailed('FILE', 'REASON'),
    'FILE couldn’t be attached, so nothing was sent: REASON.',
  ],
  internal: [errors.internal(new Error('REASON')), 'inside Converser: REASON.'],
};

describe('each error', () => {
  for (const [name, [error, says, code = kebab(name)]] of Object.entries(made)) {
    it(`has its code, and says what it was told: ${name}`, () => {
      assert.equal(error.code, code);
      assert.ok(error.message.includes(says), error.message);
      assert.match(error.message, /[.”]$/);
    });
  }
});

describe('the reason of what was thrown', () => {
  it('is what it says, also where it is no error', () => {
    assert.equal(reasonOf(new RangeError('Too far')), 'Too far');
    assert.equal(reasonOf(new RangeError()), 'RangeError');
    assert.equal(reasonOf('Too far'), 'Too far');
    assert.equal(reasonOf({ message: 'Too far' }), 'Too far');
  });

  it('is unknown where it says nothing', () => {
    for (const cause of [null, undefined, '', ' ', 7, {}, { message: '' }, { message: 7 }])
      assert.equal(reasonOf(cause), 'unknown reason');
  });
});

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

describe('the causes of what was thrown', () => {
  it('come from the outside in, and end at what is no error', () => {
    const outer = new Error('outer', { cause: new Error('inner', { cause: 'a text' }) });
    assert.deepEqual(causesOf(outer), [outer, outer.cause, 'a text']);
    assert.deepEqual(causesOf(undefined), []);
  });

  it('end where an error is its own cause', () => {
    const circular = new Error('again');
    circular.cause = circular;
    assert.equal(causesOf(circular).length, 6);
    assert.equal(ownError(circular), undefined);
  });

  it('hold the outermost of our errors', () => {
    const inner = errors.modelNotFound('inner');
    assert.equal(ownError(new Error('wrapped', { cause: inner })), inner);
    assert.equal(ownError(inner), inner);
  });
});
