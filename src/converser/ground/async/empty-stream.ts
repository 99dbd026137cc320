export async function* emptyStream(): AsyncGenerator<never, undefined> {
  yield* [];
}
