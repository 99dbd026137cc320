/** What a server may use of your models until Converser restarts. */
export interface SamplingBudget {
  readonly requests: number;
  /** Of requests and replies together. */
  readonly tokens: number;
}

export const ordinaryBudget: SamplingBudget = { requests: 20, tokens: 100_000 };

/** What a server has had, and what is promised to requests that are under way. */
export interface SamplingAccount {
  readonly requests: number;
  readonly tokens: number;
  /** Takes in advance what a request may come to; nothing where that is more than is left. */
  reserve(tokens: number): Settle | undefined;
}

/** Replaces what was taken in advance by what the request came to. */
type Settle = (tokens: number) => void;

export function createSamplingAccount(budget: SamplingBudget): SamplingAccount {
  let requests = 0;
  let tokens = 0;
  return {
    get requests() {
      return requests;
    },
    get tokens() {
      return tokens;
    },
    reserve(promised) {
      if (requests >= budget.requests || tokens + promised > budget.tokens) return undefined;
      requests++;
      tokens += promised;
      return actual => {
        tokens += actual - promised;
      };
    },
  };
}
