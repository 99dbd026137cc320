import { countText } from '../../ground/wording/numbers.ts';

export function cutDiff(diff: string, mostLines: number): string {
  const lines = diff.split('\n');
  if (lines.length <= mostLines) return diff;
  const before = cutMark.exec(lines.at(-1) ?? '')?.[1]?.replaceAll(',', '');
  const all = before === undefined ? lines.length : lines.length - 1 + Number(before);
  return [...lines.slice(0, mostLines), moreLines(all - mostLines)].join('\n');
}

export function moreLines(count: number): string {
  return `… ${countText(count, 'more line')}`;
}

export function diffSize(diff: string): string {
  const lines = diff.split('\n');
  const [added, removed] = ['+', '-'].map(sign => lines.filter(line => line.startsWith(sign)).length);
  return `+${added} −${removed}${cutMark.test(lines.at(-1) ?? '') ? ', and more' : ''}`;
}

const cutMark = /^… ([\d,]+) more lines?$/;
