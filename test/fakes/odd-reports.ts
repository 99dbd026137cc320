import type { ErrorCode } from '../../src/converser/ground/errors.ts';

export interface OddReport {
  /** Default: 200. */
  readonly status?: number;
  /** Text is sent as it is. */
  readonly body: object | string;
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly says: RegExp;
}

const page = (title: string) =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>…</body></html>`;

/** Errors in other shapes than their wire has, or with a status that says less than their words. */
export const oddReports: Readonly<Record<string, OddReport>> = {
  'Z.ai, at a wrong path': {
    body: { code: 500, msg: '404 NOT_FOUND', success: false },
    code: 'model-failed',
    retryable: false,
    says: /404 NOT_FOUND/,
  },
  'Z.ai, of an empty account': {
    status: 429,
    body: {
      error: { code: '1113', message: 'Insufficient balance or no resource package. Please recharge.' },
    },
    code: 'model-quota',
    retryable: false,
    says: /recharge\. Check the plan and credit/,
  },
  'Z.ai, of an old key': {
    body: { code: 401, msg: 'token expired or incorrect', success: false },
    code: 'model-unauthorized',
    retryable: false,
    says: /token expired/,
  },
  'MiniMax, of its limit': {
    body: {
      id: '04',
      choices: null,
      base_resp: { status_code: 1002, status_msg: 'rate limit exceeded(RPM)' },
    },
    code: 'model-quota',
    retryable: true,
    says: /rate limit exceeded/,
  },
  'MiniMax, of a key': {
    body: { base_resp: { status_code: 1004, status_msg: 'login fail: Please carry the API secret key' } },
    code: 'model-unauthorized',
    retryable: false,
    says: /login fail/,
  },
  'MiniMax, of an empty account': {
    status: 500,
    body: { type: 'error', error: { type: 'api_error', message: 'insufficient balance (1008)' } },
    code: 'model-quota',
    retryable: false,
    says: /insufficient balance \(1008\)\. Check the plan and credit/,
  },
  'older vLLM': {
    body: { object: 'error', message: 'top_k must be -1', type: 'BadRequestError', param: null, code: 400 },
    code: 'model-failed',
    retryable: false,
    says: /top_k must be -1/,
  },
  FastAPI: {
    status: 422,
    body: { detail: [{ loc: ['body', 'n'], msg: 'n is too small', type: 'value_error' }] },
    code: 'model-failed',
    retryable: false,
    says: /n is too small/,
  },
  DashScope: {
    body: { code: 'InvalidApiKey', message: 'Invalid API-key provided.', request_id: 'r' },
    code: 'model-unauthorized',
    retryable: false,
    says: /Invalid API-key/,
  },
  'Google, in a list': {
    body: [{ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }],
    code: 'model-overloaded',
    retryable: true,
    says: /The model is overloaded/,
  },
  'a server that answers something else': {
    body: { ok: true },
    code: 'model-failed',
    retryable: false,
    says: /didn’t send a reply, but \{"ok":true\}/,
  },
  Novita: {
    status: 403,
    body: { code: 403, reason: 'NOT_ENOUGH_BALANCE', message: 'not enough balance', metadata: {} },
    code: 'model-quota',
    retryable: false,
    says: /not enough balance\. Check the plan/,
  },
  'a gateway of an empty account': {
    status: 403,
    body: { error: { code: 'INSUFFICIENT_BALANCE', message: 'Top up first.', type: 'billing' } },
    code: 'model-quota',
    retryable: false,
    says: /Top up first\. Check the plan/,
  },
  'Anthropic, of an empty account': {
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' },
    },
    code: 'model-quota',
    retryable: false,
    says: /too low to access the API\. Check the plan/,
  },
  'New API, of an empty account': {
    status: 403,
    body: {
      error: { message: '用户额度不足, 剩余额度: 0', type: 'new_api_error', code: 'insufficient_user_quota' },
    },
    code: 'model-quota',
    retryable: false,
    says: /用户额度不足/,
  },
  'New API, without the model': {
    status: 503,
    body: { error: { message: 'No available channel', type: 'new_api_error', code: 'model_not_found' } },
    code: 'model-not-found',
    retryable: false,
    says: /not found/,
  },
  'LiteLLM, of somebody else’s limit': {
    status: 500,
    body: { error: { message: 'Error code: 429 - RESOURCE_EXHAUSTED', type: null, code: '500' } },
    code: 'model-quota',
    retryable: true,
    says: /RESOURCE_EXHAUSTED/,
  },
  'LiteLLM, of a bad request': {
    status: 500,
    body: { error: { message: 'Error code: 400 - Unknown field', type: null, code: '500' } },
    code: 'model-failed',
    retryable: false,
    says: /Unknown field/,
  },
  'GitHub Models': {
    status: 403,
    body: { error: { code: 'Forbidden', message: 'You have exceeded a secondary rate limit.' } },
    code: 'model-quota',
    retryable: true,
    says: /secondary rate limit/,
  },
  'a proxy, of a wrong key': {
    status: 500,
    body: { error: { message: 'Upstream: Incorrect API key provided', type: 'proxy' } },
    code: 'model-unauthorized',
    retryable: false,
    says: /Incorrect API key/,
  },
  'Ollama, of a call': {
    status: 500,
    body: { error: `error parsing tool call: raw='{"path": x', err=invalid character 'x'` },
    code: 'model-failed',
    retryable: true,
    says: /wrote a tool call that its server couldn’t read/,
  },
  'Ollama, of a call in tags': {
    body: { error: 'XML syntax error on line 8: element <function> closed by </parameter>' },
    code: 'model-failed',
    retryable: true,
    says: /couldn’t read/,
  },
  'llama.cpp, of arguments': {
    status: 500,
    body: {
      error: {
        code: 500,
        message: 'Failed to parse tool call arguments as JSON: line 1',
        type: 'server_error',
      },
    },
    code: 'model-failed',
    retryable: true,
    says: /couldn’t read/,
  },
  'a page where you sign in': {
    body: page('Sign in'),
    code: 'model-failed',
    retryable: false,
    says: /sent a web page instead of a reply \(“Sign in”\)\. Check the server’s address/,
  },
  'a page of a proxy': {
    status: 502,
    body: page('502 Bad Gateway'),
    code: 'model-overloaded',
    retryable: true,
    says: /“502 Bad Gateway”/,
  },
  'a page of a proxy, with 200': {
    body: page('504 Gateway Time-out'),
    code: 'model-unreachable',
    retryable: true,
    says: /“504 Gateway Time-out”/,
  },
  'words of a proxy': {
    body: 'upstream connect error or disconnect, service unavailable',
    code: 'model-overloaded',
    retryable: true,
    says: /upstream connect error/,
  },
};
