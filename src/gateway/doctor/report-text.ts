import type { Report, Section } from './examine.ts';
import type { Finding } from './finding.ts';

export function reportText({ sections, conclusion }: Report): string {
  return ['# Converser: Doctor', conclusion, ...sections.map(sectionText), ''].join('\n\n');
}

function sectionText({ title, findings }: Section): string {
  const lines = findings === undefined ? ['- not checked'] : findings.map(line);
  return [`## ${title}`, '', ...lines].join('\n');
}

const marks: Readonly<Record<Finding['state'], string>> = { good: '✓', warning: '!', bad: '✗' };

function line({ state, title, found, remedy }: Finding): string {
  const text = [found, ...(remedy === undefined ? [] : [`→ ${remedy.text}`])].join(' ');
  return `- ${marks[state]} ${title}: ${text.replaceAll(/\s*\n\s*/g, ' ')}`;
}
