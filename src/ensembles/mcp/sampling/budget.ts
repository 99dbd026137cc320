/** The budget lasts until Converser restarts. */
export interface SamplingBudget {
  readonly requests: number;
  readonly tokens: number;
}

export const ordinaryBudget: SamplingBudget = { requests: 20, tokens: 100_000 };

export interface SamplingAccount {
  readonly requests: number;
  readonly tokens: number;
  /** Reserves what a request may use; `undefined` if less than that is left. */
  reserve(tokens: number): Settle | undefined;
}

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
