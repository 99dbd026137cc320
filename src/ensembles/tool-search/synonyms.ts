import { stemmed } from './search-words.ts';

export function synonymsOf(word: string): ReadonlySet<string> {
  return known.get(word) ?? none;
}

const none: ReadonlySet<string> = new Set();

/** Words of one line stand for one another. A word may be on several lines. */
const lines = `
  delete remove erase discard trash drop purge destroy uninstall clear
  create add new make insert generate
  post write publish submit send
  list enumerate overview show
  get read show view see display fetch retrieve load look inspect
  search find query lookup locate seek grep discover look
  update edit change modify alter adjust patch revise set rewrite
  rename move relocate
  send message reply respond answer notify tell say post
  copy duplicate clone fork
  download clone fetch pull get
  merge combine join integrate
  picture image screenshot snapshot photo capture
  chart diagram graph plot visualize draw picture figure
  circle pie
  share proportion percentage
  trend develop time history
  page website site webpage web document
  url link address
  open navigate visit go start
  folder directory
  file document
  repository repo project
  issue ticket bug report problem task
  pull mr pr request
  approve review accept
  comment remark note annotate feedback
  paragraph text block content
  user person people member account contact colleague employee
  customer contact company deal client
  company organization firm business
  click press tap push
  run execute launch invoke spawn start
  stop kill terminate end abort cancel close
  history log record
  log output print stdout
  error exception warning problem message
  console javascript
  call engagement meeting activity
  spreadsheet table sheet
  column field attribute property
  row record entry
  option choose select pick dropdown choice
  relocate transfer move
  upload push publish attach
  download export save
  wait pause sleep delay until
  form input fill type enter
  route direction way path
  place location point
  coordinate latitude longitude geocode
  high height elevation altitude above
  distance far near travel
  difference diff compare changed
  random chance dice coin flip toss cast
  time date clock day today now
  size count number total
  resize larger smaller bigger
  pod container
  scale replica instance
  channel room chat conversation
  emoji reaction react
  branch fork
  revert undo restore reset
  stash shelve aside later
  tag version label mark release
  author blame who
  deploy rollout release
  install setup
  relation link association connect relationship
  remember memory store fact observation note
  knowledge memory
  process command program background
  session process
  status state check
  frequency often occur common
  word term
  tab window
  http call request network traffic
  hierarchy tree mind outline organization structure
  idea mind brainstorm topic
  stage step funnel phase
  spider radar
  dimension radar axis
  restaurant shop hotel cafe store place nearby
  near nearby around search
  opening hour detail
  duration long until left between how
  put place move
  below under parent
  function method class symbol definition
  define definition symbol
  large big size
  hang freeze kill
  program process application app
  somebody person entity
  forget delete remove
  comment discussion remark thread
  main trunk branch
  attachment attach upload file
  term query search
  winner random choose
  cluster kubernetes node
  namespace service pod resource
  back previous undo rollback
  newest latest recent
  machine local localhost
  reach forward tunnel`;

const known: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>();
  for (const line of lines.trim().split('\n')) {
    const words = line.trim().split(' ').map(stemmed);
    for (const word of words) {
      const others = found.get(word) ?? new Set();
      for (const other of words) if (other !== word) others.add(other);
      found.set(word, others);
    }
  }
  return found;
})();
