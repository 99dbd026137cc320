/** A list of secrets. The code that hides them is elsewhere, so that activation needn't load it. */
export interface SecretValues {
  /** Hides the value from now on. Values under 8 characters are ignored: they would hide ordinary words. */
  learn(secret: string | undefined): void;
  readonly all: readonly string[];
}

/** In characters. */
export const shortestSecret = 8;

export function createSecretValues(): SecretValues {
  const all: string[] = [];
  return {
    all,
    learn(given = '') {
      const secret = given.trim();
      if (secret.length >= shortestSecret && !all.includes(secret)) all.push(secret);
    },
  };
}
