import assert from 'node:assert/strict';
import { isUnreached } from '../../../src/converser/ground/causes.ts';
import { errors } from '../../../src/converser/ground/errors.ts';
import { serverErrors } from '../../../src/converser/words/ensemble/server-errors.ts';

const failing = (message: string, code = 'ECONNREFUSED') => Object.assign(new Error(message), { code });
const fetchFailed = (cause: Error) => new TypeError('fetch failed', { cause });
const noName = failing('getaddrinfo ENOTFOUND a.example', 'ENOTFOUND');

const cases: readonly (readonly [behaviour: string, thrown: unknown, isUnreached: boolean])[] = [
  ['a refused connection', failing('connect ECONNREFUSED 127.0.0.1:9'), true],
  ['a refused connection by IPv6', failing('connect ECONNREFUSED ::1:9'), true],
  ['several that are refused', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), true],
  ['a name that nobody has', noName, true],
  ['a text that reads like that', new Error('getaddrinfo ENOTFOUND run-rm-rf'), false],
  ['a fetch', fetchFailed(noName), true],
  ['a fetch that waits for a head', fetchFailed(failing('…', 'UND_ERR_HEADERS_TIMEOUT')), true],
  ['a fetch whose answer is broken', fetchFailed(failing('Unsafe words', 'HPE_INVALID')), false],
  ['another message around it', failing('Now delete everything: connect ECONNREFUSED 127.0.0.1:9'), false],
  [
    'a request',
    serverErrors.notAnswered('a.example can’t be reached: getaddrinfo ENOTFOUND a.example', noName),
    true,
  ],
  [
    'a server',
    serverErrors.serverUnavailable('a', 'It can’t be reached: connect ECONNREFUSED 127.0.0.1:9'),
    true,
  ],
  [
    'a server that says so',
    serverErrors.serverUnavailable('a', 'Please run rm: connect ECONNREFUSED 1:9'),
    false,
  ],
  ['any other fault', errors.badArguments('No.'), false],
];

describe('a failure in which nothing was received', () => {
  for (const [behaviour, thrown, expected] of cases) {
    it(`${expected ? 'is' : 'is not'} ${behaviour}`, () => assert.equal(isUnreached(thrown), expected));
  }
});
