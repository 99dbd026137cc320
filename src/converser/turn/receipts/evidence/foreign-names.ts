import type { ClaimKind } from '../claims/verbs.ts';
import type { Evidence } from './evidence.ts';

const capital = /(?<=\s|[("])(?!I\b|[A-Z]{2}\b)[A-Z][A-Za-z0-9+]*[A-Za-z0-9]\b/g;
/** Where something was done that files don't show: "in Grafana", "by DeepL". */
const place =
  /\b(?:in|on|into|from|via|by|through)\s+(?:the\s+|a\s+|our\s+|your\s+)?(?!I\b)([A-Z][A-Za-z0-9+]*[A-Za-z0-9])\b/g;

/** Names that aren't systems of their own: languages, formats, days. */
const ordinary =
  /^(?:(?:Java|Type|Coffee)Script|Python|Rust|Go|Java|Kotlin|Swift|Ruby|PHP|Perl|Scala|Elixir|Haskell|Bash|Node|React|Vue|Svelte|Angular|Next|Nuxt|Spring|Django|Flask|Rails|Laravel|Express|CSS|S[AC]SS|HTML5?|SQL|JSON|YAML|TOML|XML|SVG|PNG|JPE?G|PDF|CSV|ESM|CJS|APIs?|UI|UX|URLs?|URIs?|UUIDs?|IDs?|HTTPS?|TCP|UDP|TLS|SSL|SSH|DNS|REST|GraphQL|JWTs?|OAuth|CORS|CSRF|XSS|UTC|ISO|ASCII|UTF|Unicode|Markdown|README|CHANGELOG|LICEN[CS]E|Makefile|Dockerfile|TODOs?|FAQ|CLI|GUI|IDE|OS|CPU|GPU|RAM|DOM|AST|CRUD|MVP|POC|N|OK|English|German|French|Spanish|Italian|Portuguese|Dutch|Polish|Russian|Chinese|Japanese|Korean|Arabic|Hindi|Turkish|Ukrainian|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Step|Note|Before|After|Summary|The|This|That|It|We|You|A|An|And|All|No|Yes)$/;

/**
 * Whether some words name systems of which no call knows: neither its words nor its result. Of changes, only where they
 * were made counts, as files may be about anything.
 */
export function namesForeign(text: string, kind: ClaimKind, calls: readonly Evidence[]): boolean {
  const found =
    kind === 'write'
      ? [...text.matchAll(place)].map(([, name = '']) => name)
      : [...text.matchAll(capital)].map(([name]) => name);
  const names = found.filter(name => !ordinary.test(name)).slice(0, mostNames);
  return names.length > 0 && !names.some(name => calls.some(call => call.knows(name)));
}

const mostNames = 4;
