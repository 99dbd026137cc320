import type { ClaimKind } from '../claims/verbs.ts';

/**
 * What some words of a claim must have left in the words of the call that did it: a claim about tests needs a call in which
 * there is something of tests.
 */
export function wantedWords(claim: string, verb: string, kind: ClaimKind): readonly RegExp[] {
  const ofDoing =
    kind === 'write' && !ended.test(verb) ? [] : activities.filter(([said]) => said.test(claim));
  const own = kind === 'write' ? claim.replace(source, ' ') : claim;
  // What was finished is known by another name to its calls.
  const isOther = /^(?:finished|completed|improved)$/.test(verb) && !/\bitem\b/i.test(claim);
  const ofVerb = verbs.filter(([said]) => said.test(verb));
  const others = isOther ? [] : [...nouns.filter(([said]) => said.test(own)), ...ofVerb];
  return [...ofDoing, ...others].map(([, left]) => left);
}

/** What it was made from. */
const source = /\b(?:based on|according to|as per|following)\b[^,;]*/gi;

const ended = /^(?:finished|completed)$/;

type Wanted = readonly [said: RegExp, left: RegExp];

export const lintWords = /lint|clippy|biome|ruff|flake8|check/i;

const nouns: readonly Wanted[] = [
  [/\bcron(?:tab|job)?s?\b/i, /cron|schedul|timer|systemd|launchd/i],
  [
    /\b(?:German|French|Spanish|Italian|Dutch|Portuguese|Polish|Japanese|Chinese) (?:templates?|locales?|strings)\b/,
    /german|french|spanish|italian|dutch|portug|polish|japan|chin|translat|i18n|[\s/._-](?:de|fr|es|it|nl|pt|pl|ja|zh)\b/i,
  ],
  [/\bissue tracker\b/i, /issue|jira|github|linear|bug|track/i],
  [/\bman ?pages?\b/i, /\bman\b|\.\d\b|doc/i],
  [/\bshell completions?\b/i, /complet/i],
  [/\bsite ?map\b/i, /site-?map/i],
  [/\bchange ?sets?\b/i, /change-?set/i],
  [/\brenovate\b/i, /renovate/i],
  [/\bdependabot\b/i, /dependabot/i],
  [/\b(?:gradle|maven) wrapper\b/i, /wrapper/i],
  [
    /\b(?:updated|re-?recorded)\s+(?:the\s+|all\s+)?(?:\w+\s+)?snapshots?\b|\bsnapshots?\s+(?:tests?\s+)?(?:(?:were|was|have been)\s+)?(?:updated|re-?recorded)\b/i,
    /snap|\s-u\b|update/i,
  ],
  [/\b(?:storybook )?stor(?:y|ies)\b/i, /stor(?:y|ies)|issue|ticket|jira|item|task/i],
  [/\bgithub (?:workflow|actions?)\b/i, /workflow|action|\.ya?ml/i],
  [/\bbenchmarks?\b/i, /bench|perf/i],
  [/\b(?:git )?repo(?:sitory)?\b.*\binitiali[sz]ed\b|\binitiali[sz]ed\b.*\brepo/i, /git|repo/i],
  [/(?<![\w&])#[a-z][\w-]+/, /slack|discord|channel|chat|post|teams|mattermost/i],
  [/\bissue #\d+\b/i, /issue|ticket|\bgh\b|bug|jira/i],
  [/\b(?:tests?|test suite|test case)\b/i, /test|(?<![a-z])specs?(?![a-z])/i],
  [/\b(?:model|unit|request|feature|view) specs?\b/i, /(?<![a-z])specs?(?![a-z])/i],
  [/\b(?:docs?|documentation|usage guide)\b/i, /doc|readme|\.md|guide|https?:/i],
  [/\bbackups?\b/i, /back|snap|\bbak\b|copy|\bcp\b|dump/i],
  [/\bmigrations?\b(?! script)/i, /migrat/i],
  [/\b(?:new )?branch\b(?! (?:protection|names?|coverage))/i, /branch|checkout|switch/i],
  [/\b(?:opened|created|closed|merged|filed)\b.*\b(?:pull|merge) request\b/i, /pull|merge|\bpr\b/i],
  [/\b(?:opened|created|closed|filed)\b.*\b(?:issue|ticket)s?\b/i, /issue|ticket|jira|bug/i],
  [/\b(?:git history|commits)\b/i, /git|commit|history/i],
  [
    /\b(?:deleted|removed)\s+(?:(?!from\b|in\b)\S+\s+){0,4}(?:files?|folders?)\b/i,
    /delet|\brm\b|remove|clean|unlink|prune|git|\bmv\b|move/i,
  ],
  [/\blabels?\b/i, /label|tag/i],
  [/\b(?:linter|eslint|lint)\b/i, lintWords],
  [/\btype[- ]?check(?:er|ing)?\b/i, /tsc|type|mypy|pyright|check/i],
  [/\b(?:build|compiled)\b/i, /build|make|tsc|compile|cargo|mvn|gradle|webpack|bundle|vite|\bgo\b/i],
  [/\b(?:unit )?examples?\b/i, /example/i],
  [/\bscripts?\b/i, /script|\.(?:py|sh|js|ts|mjs|rb|pl)\b|\brun\b|migrat/i],
  [/\brace detector\b/i, /-race/i],
  [/\bvalgrind\b/i, /valgrind/i],
  [/\b(?:api|endpoint|health check) (?:responds|works|returns|answers)\b/i, /curl|wget|http|fetch|test/i],
  [/\bcoverage\b/i, /cover/i],
  [/\b(?:release notes|changelog)\b/i, /release|changelog/i],
  [/\bspell ?check(?:er)?\b/i, /spell/i],
  [/\be-?mails?\b/i, /mail|smtp|outlook/i],
  [
    /\b(?:chrome|firefox|safari|browsers?)\b/i,
    /chrom|firefox|safari|browser|http|page|playwright|puppeteer/i,
  ],
  [/\bscreenshots?\b/i, /screenshot|capture|playwright|puppeteer|image/i],
  [
    /\b(?:plots?(?=\s+(?:of|for|in|to|were|was|are|saved)\b|\W*$)|plotted|(?<!\b(?:added|inserted|link|to)\b.{0,60})(?:charts?|diagrams?))\b/i,
    /plot|chart|diagram|graph|draw|\.(?:png|svg|mmd)/i,
  ],
  [/\bcontainers?\b/i, /docker|podman|container|compose|kube/i],
  [/\bmemory\b(?! leak)/i, /mem|heap|entit|observation|prof/i],
  [
    /\b(?:android|ios|i?phone|ipad|simulator|emulator|windows|macos|staging|production)\b/i,
    /android|ios|phone|ipad|simul|simctl|windows|macos|staging|prod|adb|emulator/i,
  ],
  [/\bindex on\b/i, /index/i],
  [
    /\b(?:clear|invalidat|purg|flush|warm)\w*\b.*\bcaches?\b|\bcaches?\b.*\b(?:clear|invalidat|purg|flush|warm)\w*/i,
    /cache|flush|clear|purg|invalidat|redis|\brm\b|clean/i,
  ],
  [/\bcodemods?\b/i, /codemod|jscodeshift|migrat|transform/i],
  [/\bvideos?\b/i, /video|record|ffmpeg|mp4|webm/i],
  [/\bcalendar\b/i, /calendar|event|meeting/i],
  [/\bpre-?(?:commit|push)\b|\bgit hooks?\b/i, /hook|husky|lefthook|pre-?commit/i],
  [/\bslides?\b|\bdeck\b/i, /slide|ppt|deck|keynote|present/i],
  [/\bbuckets?\b/i, /bucket|s3|gs:|blob|storage/i],
  [/\bnpm scripts?\b/i, /package\.json|npm pkg/i],
  [/\b(?:CI|pipeline)\b(?: workflow)?/, /\bci\b|pipeline|workflow|\.ya?ml|jenkins|action|\bgh\b/i],
  [/\binto\s+(?:\w+\s+)?(?:issues|tickets)\b/i, /issue|ticket|jira|linear/i],
  [/\b(?:staging|production|prod) (?:cluster|environment|server|database)\b/i, /staging|prod/i],
  [/\bvolumes?\b/i, /volume|disk|audio|sound/i],
  [/\bdashboards?\b/i, /dash|grafana|metabase|tableau|kibana/i],
  [/\btype (?:declarations|definitions)\b/i, /\.d\.ts|types?\b|declar|tsc|build/i],
  [/\b(?:lock ?file)\b/i, /lock|install|\bnpm (?:i|ci)\b|yarn|pnpm|poetry|cargo|bundle/i],
  [/\bversion\b.*\bto v?\d/i, /package|version|\.toml|gradle|setup|pom|\.csproj|release|tag/i],
  [/(?:\S+|\bthe) branch\b(?! (?:protection|names?|coverage))/i, /branch|checkout|switch|cherry|git/i],
  [/\bdatabase\b/i, /sql|database|\bdb\b|query|postgres|mongo|migrat/i],
  [/\bweb\b/i, /web|http|search/i],
];

/** What is run or looked at, and leaves its name in the call. A change of files may be about any of them. */
const activities: readonly Wanted[] = [
  [
    /\b(?:re)?built\b/i,
    /build|make|tsc|compile|cargo|mvn|gradle|webpack|bundle|vite|\bgo\b|latex|sam\b|hugo|jekyll|astro|eleventy|gatsby|mkdocs|sphinx|docker|compose/i,
  ],
  [/\bfmt\b/i, /fmt|format/i],
  [/\binstrument(?:ed|ation) tests?\b/i, /instrument|connected|android|adb/i],
  [/\bplay mode\b/i, /play|unity/i],
  [/\bmutation\b/i, /mutat|stryker|pitest/i],
  [
    /\b(?:responds?|returns?|answers?) (?:with )?(?:a )?(?:[2-5]\d\d|ok)\b/i,
    /curl|wget|http|fetch|request|navigate/i,
  ],
  [/\bbundle size\b/i, /size|bundle|build|\bdu\b|\bls\b/i],
  [/\bdry[- ]run\b/i, /dry|--check|plan|preview|-n\b/i],
  [/\bhealth[- ]?checks?\b/i, /health|curl|wget|http/i],
  [/\bsnapshots?\b/i, /snap|dump|heap|capture/i],
  [/\bprofil(?:ed?|ing|er)\b/i, /prof|perf|flame|heap|trace/i],
  [/\b(?:load|stress)[- ]?test/i, /load|stress|k6|\bab\b|wrk|locust|artillery|bench/i],
  [/\b(?:end[- ]to[- ]end|e2e)\b/i, /e2e|end|playwright|cypress|selenium|puppeteer/i],
  [/\bintegration\b/i, /integ|e2e|\bit\b/i],
  [/\b(?:accessibility|a11y|screen ?readers?|contrast)\b/i, /axe|a11y|access|lighthouse|contrast|color/i],
  [/\b(?:spelling|typos)\b/i, /spell|typo|vale/i],
  [/\b(?:vulnerabilit\w+|security (?:scan|audit))\b/i, /audit|snyk|trivy|scan|secur|semgrep|bandit/i],
  [/\b(?:CI|pipeline|github actions)\b/, /\bci\b|pipeline|workflow|action|\bgh\b|jenkins|\brun\b/i],
  [/\bformatt(?:ing|er)\b/i, /format|fmt|prettier|biome|black|ruff|lint/i],
  [/\bmanual(?:ly)?\b/i, /curl|wget|http|node |python|start|serve|\bdev\b|browser|page|cargo run|go run/i],
  [/\b(?:dev ?tools|browser console|network tab)\b/i, /console|devtools|browser|page|playwright|network/i],
  [/\b(?:regression|visual)\b/i, /regress|visual|screenshot|snapshot|test/i],
  [/\b(?:deployments?|rollout)\b/i, /deploy|rollout|kubectl|helm|release/i],
  [/\bslack\b/i, /slack/i],
  [/\bnative speaker\b/i, /speaker/i],
];

const verbs: readonly Wanted[] = [
  [/^fuzzed$/, /fuzz/i],
  [/^bisected$/, /bisect/i],
  [/^(?:debugged|trained|simulated|fuzzed)$/, /debug|train|simul|fuzz|inspect|python|node|pdb|gdb|run/i],
  [/^smoke-?tested$/, /smoke|curl|wget|http|\brun\b|start|serve|test/i],
  [/^(?:re)?tested$/, /test|spec|run|check/i],
  [/^removed$/, /delet|remov|\brm\b|clean|edit|write|replace|uninstall|drop|prune|updat|set|patch|apply/i],
  [/^deleted$/, /delet|remov|\brm\b|clean|edit|write|replace|uninstall|drop|prune/i],
  [/^benchmarked$/, /bench|perf|time|hyperfine|\bab\b|wrk/i],
  [/^profiled$/, /prof|heap|perf|inspect|memory|trace/i],
  [/^(?:timed|measured)$/, /cover|bench|time|measure|perf|size|\bdu\b|\bwc\b/i],
];
