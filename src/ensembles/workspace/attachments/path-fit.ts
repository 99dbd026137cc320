/** Higher is better; `undefined` if the letters aren't there in order. The name counts more than folders. */
export function pathFit(typed: string, path: string): number | undefined {
  const wanted = typed.toLowerCase();
  const lower = path.toLowerCase();
  const name = lower.slice(lower.replace(/\/$/, '').lastIndexOf('/') + 1);
  const depth = lower.split('/').length;
  const shorter = -path.length / 1000 - depth / 10;
  if (wanted === '') return shorter;
  if (lower === wanted) return 100;
  if (name.startsWith(wanted)) return 50 + shorter;
  const inName = name.indexOf(wanted);
  if (inName > 0) return (/[\W_]/.test(name[inName - 1] ?? '') ? 40 : 30) + shorter;
  if (lower.startsWith(wanted)) return 28 + shorter;
  if (lower.includes(wanted)) return 20 + shorter;
  const score = inOrder(wanted, name) ?? halved(inOrder(wanted, lower));
  return score === undefined ? undefined : score + shorter;
}

function halved(score: number | undefined): number | undefined {
  return score === undefined ? undefined : score / 2;
}

function inOrder(wanted: string, text: string): number | undefined {
  let at = -1;
  let good = 0;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next === -1) return undefined;
    if (next === at + 1 || /[\W_]/.test(text[next - 1] ?? '')) good++;
    at = next;
  }
  return (10 * good) / wanted.length;
}
