/** Three items, of which the first two come together. */
export async function* threeInTwo(onReturn: () => void = () => {}) {
  try {
    yield [1, 2];
    yield [3];
  } finally {
    onReturn();
  }
}
