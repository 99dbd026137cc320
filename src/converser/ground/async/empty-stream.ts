/** Emits nothing, and returns nothing. */
export async function* emptyStream(): AsyncGenerator<never, undefined> {
  yield* [];
}
