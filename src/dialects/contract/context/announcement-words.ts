/** A word that is missing here makes a call of what was only shown; one too many asks you about a call. */

const start = '(?<![\\p{L}\\p{N}_/.-])';
const end = '(?![\\p{L}\\p{N}_]|[./][\\p{L}\\p{N}_])';

const words = (alternatives: readonly string[]) => `${start}(?:${alternatives.join('|')})${end}`;
/** These languages put no space between words, or their words have many endings. */
const parts = (alternatives: readonly string[]) => `(?:${alternatives.join('|')})`;
type Words = Pick<RegExp, 'test'>;

/** Made when they are first asked: reading all of them takes longer than most replies. */
const anyOf = (...patterns: readonly string[]): Words => {
  let made: RegExp | undefined;
  return {
    test(text) {
      made ??= new RegExp(patterns.join('|'), 'iu');
      return made.test(text);
    },
  };
};

export const examples = anyOf(
  words([
    '(?:for|as|another|this|following|an?(?: \\w+)?) example(?= ?(?:[:：.,;!)–—-]|\\*|$)| (?:of|for|how|call|that|which|showing|invocation|request|to)\\b)',
    'for instance',
    'e\\.g\\.',
    'examples? (?:tool )?(?:calls?|usages?|requests?|invocations?|\\d+)',
    '(?:sample|dummy|hypothetical|fake|imaginary|made-up|typical|minimal|(?:one|any) such|possible|malicious|injected) (?:tool |function )?(?:calls?|requests?|invocations?)',
    '(?:old|previous|earlier|original|failed|broken|wrong|bad) (?:tool |function )?(?:calls?|requests?|invocations?)(?= (?:was|were|looked)|[^\\p{L}\\p{N}]*$)',
    'calls? (?:that|which) (?:failed|was|were)',
    '(?:tries|tried|attempts|wants) to (?:make|get|have|trick|let)',
    'consider (?:this|the following|a|an)',
    '(?:illustrat|demonstrat)(?:ions?|ive)',
    '(?:test|fixture) (?:calls?|cases?)(?: \\d+)?(?=[^\\p{L}\\p{N}]*$)',
    'not to be (?:called|run|executed|used|sent)',
    "(?:do not|don['’]t|please) (?:treat|take|ignore|mistake)",
    '(?:to|this|that|which) illustrates?',
    '(?:suppose|imagine|assuming|hypothetically|pretend|picture) ?(?:that|you|we|the|a|an|it|this)?',
    'let me (?:quote|cite|reproduce|repeat)',
    'quoting',
    '(?:would|could|might)(?: (?:then|also|simply|instead))? (?:be|look|call|write|use|send|answer|reply|say|emit|output)',
    '(?:looks?|something|somewhat) like',
    'such as',
    'templates? (?:for|of|to) (?:[\\w-]+ ){0,6}(?:is|are|looks?|reads?)',
    "(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|will not|won['’]t|can ?not|can['’]t|refuse to|declined? to|am not going to)(?: ever| just| simply)? (?:call|use|run|write|send|do|execute|make|perform|follow|obey|comply|invoke)",
  ]),
  '^[^\\p{L}\\p{N}]*examples?\\b[^.!?]{0,40}$',
  words([
    'zum beispiel',
    '(?:ein|als|dieses|folgendes|noch ein|weiteres) beispiel(?! (?:lesen|an))',
    'beispielsweise',
    'beispiel(?:aufruf|haft)\\p{L}*',
    'zur veranschaulichung|zur illustration',
    '(?:angenommen|gesetzt den fall|nehmen wir an)',
    'typische[rs]? (?:werkzeug)?aufruf',
    '(?:falsch|richtig|korrekt) (?:wäre|ist|war)',
    'etwa so',
    '(?:sähe|würde|könnte|müsste)(?: \\p{L}+){0,3} (?:aus|aussehen|lauten|heißen|schreiben|aufrufen|sein)',
    '(?:sähe|sieht)(?: \\p{L}+){0,3} so(?: aus)?',
    '(?:nicht|nie|niemals|keinesfalls) (?:aus|auf)?(?:zu)?(?:führen|rufen|senden|schreiben|machen|aus|auf)',
  ]),
  '(?<!\\p{L})z\\. ?b\\.',
  '^[^\\p{L}\\p{N}]*(?:beispiele?|exemples?|ejemplos?|exemplos?|esempio|esempi|voorbeeld|przykład\\p{L}*|пример\\p{L}*|örnek|exempel|eksempel|příklad|esimerk\\p{L}*|contoh|παράδειγμα|उदाहरण)(?: [^.!?]{0,40})?[^\\p{L}\\p{N}]*$',
  words([
    'par exemple',
    '(?:un|autre|cet|comme) exemples?(?! de fichier)',
    'p\\. ?ex\\.',
    '(?:supposons|imaginons|admettons)',
    "(?:à|a) titre d['’](?:illustration|exemple)",
    'appels? (?:typiques?|fictifs?)',
    '(?:à|a) ne pas \\p{L}+',
    'ressembl(?:e|ent|erait|eraient)',
    '(?:serait|pourrait)(?: \\p{L}+){0,3}',
    "(?:n['’]|ne )(?:\\p{L}+ ){0,2}?(?:\\p{L}*(?:exécut|appel|lanc|envoy|utilis)\\p{L}*)(?: \\p{L}+){0,2} (?:pas|jamais)",
    'ne (?:pas|jamais)(?: l[ea])? (?:exécuter|appeler|lancer|envoyer|utiliser)',
  ]),
  words([
    'por ejemplo',
    '(?:un|este es un|otro|como) ejemplo(?! de archivo)',
    'p\\. ?ej\\.',
    '(?:supongamos|imagina|imaginemos|suponiendo)',
    'a (?:modo|título) (?:de )?(?:ilustr|ejempl)\\p{L}*',
    'llamadas? (?:típicas?|ficticias?)',
    '(?:sería|podría|se vería|se verían|se ve|luciría)',
    '(?:no|nunca|jamás) (?:l[aoe]s? )?(?:ejecut|llam|us|hag|env[ií]|invoqu|corr)\\p{L}*',
  ]),
  words([
    'por exemplo',
    '(?:um|outro|como) exemplo(?! de arquivo)',
    '(?:suponhamos|imagine)',
    'a título de (?:ilustr|exempl)\\p{L}*',
    'chamadas? típicas?',
    '(?:seria|poderia|ficaria)(?: \\p{L}+){0,3}',
    '(?:não|nunca) (?:[ao]s? )?(?:execut|cham|us|faç|envi|invoqu)\\p{L}*',
  ]),
  words([
    '(?:per|ad) esempio',
    '(?:un|altro|come) esempio(?! di file)',
    '(?:supponiamo|immaginiamo)',
    'a titolo (?:illustr|esempl)\\p{L}*',
    'chiamat[ae] tipic\\p{L}*',
    '(?:sarebbe|potrebbe|apparirebbe)(?: \\p{L}+){0,3}',
    '(?:non|mai) (?:l[ao] )?(?:esegu|chiam|us|invi|lanci|invoc)\\p{L}*',
  ]),
  words([
    'bijvoorbeeld',
    'bijv\\.',
    '(?:een|als|dit|volgend) voorbeeld',
    'zou(?:den)?(?: \\p{L}+){0,3} (?:uit|uitzien|zijn)',
    'ziet er(?: \\p{L}+)? zo uit',
    '(?:niet|nooit) (?:uit(?:voeren)?|aanroepen|gebruiken|sturen)',
    'na przykład',
    'np\\.',
    'wygląda(?:łoby|łby)?',
    'nie (?:uruchamiaj|wywołuj|wykonuj|wysyłaj)\\p{L}*',
    'till exempel',
    't\\.ex\\.',
    'for eksempel',
    'f\\.eks\\.',
    'esimerkiksi',
    'například',
    'napríklad',
    'například',
    'például',
    'de exemplu',
    'primjerice',
    'на ?приклад',
    'наприклад',
    'например',
    'к примеру',
    'örneğin',
    'mesela',
    'ví dụ',
    'misalnya',
    'contohnya',
    'sebagai contoh',
    '(?:допустим|предположим|типичный вызов)',
    'stel dat',
    'ter illustratie',
    'для (?:иллюстрации|примера)',
    'załóżmy',
    'για παράδειγμα',
    'לדוגמה',
    'לדוגמא',
    'למשל',
    'उदाहरण के (?:लिए|तौर पर)',
  ]),
  '(?:выгляде|вигляда)\\p{L}*|не (?:вызыва|выполня|запуска|отправля|виклика|викону)\\p{L}*',
  parts([
    'مثلا',
    'مثلاً',
    'على سبيل المثال',
    'مثال ?[:：]',
    'به عنوان مثال',
    'برای مثال',
    'ตัวอย่าง',
    '例えば',
    'たとえば',
    '(?:呼び出し|使用|記述)?例(?:[:：]|は|を(?:示|挙)|です|として)',
    'の例(?!外)',
    'サンプル(?!ファイル|コード|を)',
    'ようになります',
    '(?:実行|呼び出|送信|使用)(?:し|さ)?ないで',
    '例如',
    '比如',
    '譬如',
    '举例',
    '(?:一个|下面是|以下是|这是|以下为|调用)(?:\\p{L}{0,4})?(?:示例|例子|样例|范例)',
    '(?:示例|例子|样例|范例)(?:如下|[:：])',
    '(?:像|是|长)这样',
    '(?:不要|请勿|切勿|别|不会|不应|不能|禁止)(?:去)?(?:执行|调用|运行|发送)',
    'مثال على',
    '図解|説明のため|テスト用の?(?:呼び出し|例)',
    '仅供(?:说明|参考|示意)|测试用例|示意',
    '설명을 위한',
    '典型的',
    '假设|假如',
    '勿(?:执行|调用|运行)',
    'もし[^。：:]{0,30}(?:たら|れば|なら)',
    '전형적인',
    '가정하(?:면|자)',
    '예를 들(?:어|면|자면)',
    '예(?:시|제)(?!\\s?(?:파일|코드|를|을))',
    '(?:실행|호출|사용|전송)하지 (?:마|않)',
  ]),
);

export const intentions = anyOf(
  words([
    "I['’]ll",
    'I will(?! not)',
    "I['’]m (?:going|about|now)",
    'I am (?:going|about|now)',
    "I(?:['’]d| would) (?:like|need|first|have)",
    'I (?:now |also |first |next |just |then |still )?(?:need|want|must|can|have to|should|read|call|check|look|use|open|search|roll|list|fetch|get|ask|try|start|begin|proceed|make)',
    'let me',
    "let['’]?s",
    'let us',
    "we['’]ll",
    'we (?:will|need|should|must|have to|can)',
    '(?:know|knowing|see|find out|check|learn|tell|ask|asks|asked|wants?|wanted) (?:what|which|whether|if|how|where|who|about|for|to)',
    '(?:reading|calling|checking|looking|running|opening|searching|using|rolling|listing|fetching|getting|writing|verifying|trying)(?: \\S+){0,6}[:：…]?$',
  ]),
  words([
    'ich (?:werde|lese|rufe|schaue|sehe|prüfe|öffne|suche|starte|nutze|verwende|benutze|würfle|hole|schreibe|frage|liste|brauche|muss|möchte|will|kann|beginne|mache)',
    '(?:werde|lese|rufe|schaue|sehe|prüfe|öffne|suche|starte|nutze|verwende|benutze|hole|frage|brauche|muss) ich',
    'las(?:s|st|sen) (?:mich|uns|sie)',
    '(?:wissen|sehen|herausfinden|nachsehen|schauen|prüfen|erfahren), (?:was|wie|ob|wo|welche[rsmn]?)',
    "ce (?:que|qu['’])",
    '(?:saber|ver|averiguar|conocer|sapere|vedere|capire) (?:qué|lo que|si|o que|se|cosa|che)',
    'je (?:vais|lis|dois|veux|regarde|cherche|lance|consulte|vérifie|commence|utilise|peux|demande)',
    "j['’](?:appelle|ouvre|utilise|examine|ai besoin|aimerais|essaie)",
    'laisse(?:z)?[- ]moi',
    'voyons',
    'voy a',
    'vamos a',
    '(?:déja|permíte|déje)me',
    '(?:necesito|debo|leo|leeré|consulto|llamo|uso|busco|abro|reviso|verifico|miro)',
    '(?:vou|vamos|deixe-me|preciso|leio|abro|procuro)',
    '(?:vado|devo|leggo|leggerò|chiamo|controllo|apro|cerco|fammi|lasciami|vediamo)',
    'ik (?:lees|ga|zal|moet|open|zoek|gebruik|roep|kijk)',
    'laat me',
    'сейчас',
    'давайте',
    'я (?:\\p{L}+[юу])',
    '(?:узнать|нужно|надо|хочет|просит)',
    '\\p{L}{2,}(?:а|я|у|ю|и|р|л|ш)ю',
    '(?:по|про)(?:смотрю|читаю|верю)',
    '(?:вызову|вызываю|читаю|проверяю|открываю|ищу|использую)',
  ]),
  parts([
    '(?:読み|読んでみ|調べ|確認し|確認してみ|呼び出し|実行し|検索し|開き|見て?み|取得し|使用し|使い|作成し)ま(?:す|しょう)',
    'しましょう|みましょう',
    '我(?:来|将|会|要|先|现在|需要|们|去|想|得|应该|可以|再|就)',
    '让我',
    '^(?:现在|接下来|首先|正在)',
    '想知道|要求|希望|想要|需要',
    '必要|知りたい',
    '(?:하|보|열|읽|찾)겠습니다',
    '(?:할|볼|열|읽을)게요',
    '(?:호출|실행|사용|조회)합니다',
    '읽습니다',
  ]),
);

export const labels = anyOf(
  '^[^\\p{L}]*(?:options?|alternativ[ae]s?|variante?s?|möglichkeit|opción|opzione|opção|opcja|вариант|選択肢|オプション|选项|方案|选择|옵션)(?: ?(?:\\p{L}|\\d{1,2}|one|two|three|eins|zwei|un|deux|uno|dos|due|dois|[一二三]))?[^\\p{L}\\p{N}]*$',
  '^[^\\p{L}\\p{N}]*(?:wrong|bad|incorrect|not like (?:this|that)|wrongly|falsch|wörtlich|verbatim|so nicht|incorrect|mal|错误|誤り|잘못|неправильно|(?:contents?|text|copy|quote|excerpt|line \\d+) (?:of|from) [^:：]{1,60}|[`*_]*[\\w/.-]+\\.[a-z]\\w{0,4}[`*_]*(?=[:：*]))[^\\p{L}\\p{N}]*$',
  `^[^\\p{L}\\p{N}]*(?:(?:here is|here['’]s|this is|that is) )?(?:the |its |an? |their )?(?!json|required|correct|proper|tool|function)[\\w-]+ (?:format|syntax|template|notation)[^\\p{L}\\p{N}]*$`,
  '^[^\\p{L}\\p{N}]*(?:(?:调用|使用)?(?:方法|格式|语法|写法)(?:如下|是)?|フォーマット|形式|書式|(?:呼び出し|使い|書き)方(?:は次のとおりです)?)[:：]?[^\\p{L}\\p{N}]*$',
  '^[^\\p{L}\\p{N}]*(?:quote|quoted|quotation|excerpt|snippet|usage|syntax|template|fixture|muster|plantilla|gabarit|modello|modelo|шаблон|шаблон вызова|schema|verbatim|transcript|reference|documentation|zitat|auszug|syntaxe?|vorlage|citation|cita|sintaxis|引用|摘录|用法|語法|语法|構文|使い方|인용|구문|사용법)[^\\p{L}\\p{N}]*$',
);

export const formats = anyOf(
  `${start}(?<!(?:in|with|using|following|per|as|to|into|json|required|correct) (?:[\\w-]+ ){0,5})(?:format|syntax|template|schema|structure|notation|protocol|convention)s?${end}[^:：]{0,60}${start}(?:is|are|looks?|reads?|goes|for|of|follows)${end}(?!.{0,20}(?:needed|required|necessary|unclear|unknown|wrong|missing|not))`,
  `${start}(?:an?|each|every|such an?) (?:[\\w-]+ )?(?:tool |function )?(?:call|invocation)${end}.{0,40}${start}(?:is|has|looks|reads|goes|starts|consists)${end}(?!.{0,20}(?:needed|required|necessary))`,
  `${start}(?:an?|the|this|that|such an?|following|general|basic|usual)(?: [\\w-]+)? (?:template|skeleton|boilerplate|blueprint|stub|placeholder)${end}[^.!?]{0,60}$`,
  `${start}(?:here|this) is how|how (?:to|you|one|models?|agents?)${end}`,
  `${start}(?:models?|agents?|assistants?|people|one|you|they|he|she)(?: (?:usually|often|then|always|simply|can|must|should|have to|may))* (?:write|type|send|emit|output|say|paste|answer|reply)e?s?${end}`,
  `^[^\\p{L}\\p{N}]*(?:type|paste|copy|enter|send|write|say) (?:this|that|the following|it)${end}|${start}(?:type|paste|send|write|enter|say)\\s*[:：]?\\s*$`,
  `^[^\\p{L}\\p{N}]*(?:earlier |before,? |yesterday |then |first )?I (?:called|wrote|sent|ran|made)(?: this| that| it)?[^\\p{L}\\p{N}]*$`,
  `${start}(?:relevant|hidden|offending|suspicious|embedded|injected|whole|exact|quoted) (?:line|text|call|instruction|part|passage|message)s?${end}`,
  `${start}I (?:just |only |merely |simply )?(?:show|quote|cite|print|repeat|reproduce|paste)${end}`,
  `${start}(?:das|dieses|sein|ihr)(?: \\p{L}+)? (?:format|muster|schema)${end}(?=.{0,40}(?:ist|lautet|sieht|wäre|:))|${start}die(?: \\p{L}+)? (?:syntax|vorlage|schablone|form)${end}.{0,40}${start}(?:ist|lautet|sieht|wäre)${end}`,
  `${start}(?:man|modelle) (?:schreibt|schreiben|ruft|rufen|sendet|senden)${end}|(?:versteckte|relevante|wörtliche) \\p{L}+ (?:ist|lautet|war)${end}|(?:aufruf|anweisung|zeile|text) (?:war|lautete?)${end}|${start}so (?:ruft|schreibt|lautet|geht)${end}`,
  `${start}(?:le|la|son|sa|ce|cette) (?:format|syntaxe|modèle|gabarit|structure)${end}.{0,40}${start}(?:est|sont)${end}`,
  `${start}(?:on écrit|voici comment|message caché|se escribe|así se|mensaje oculto|si scrive|escreve-se|così si|assim se|zo (?:schrijf|roep) je|так (?:пишут|вызывают)|tak się)${end}`,
  '(?:次のように|このように|こう)(?:書き|呼び出し|記述し)ます|(?:可以|应该|要)?(?:这样|如此)(?:写|调用)|写法|调用方法|이렇게 (?:씁|쓰|호출)',
  `${start}(?:el|la|su|este|esta) (?:formato|sintaxis|plantilla|estructura)${end}.{0,40}${start}(?:es|son|sigue)${end}`,
  `${start}(?:o|a|il|lo|la) (?:formato|sintaxe|sintassi|modelo|modello|struttura|estrutura)${end}.{0,40}${start}(?:é|è)${end}`,
  '(?:формат|синтаксис|шаблон)\\p{L}*[^:]{0,40}(?:так|следующ|:)',
  '(?:形式|書式|構文|フォーマット|テンプレート)(?:は|が)',
  '(?:格式|语法|模板|语法格式)(?:如下|是|为|[:：])',
  '(?:형식|구문|템플릿|문법)(?:은|는|이|:)',
);

const sources =
  'log|file|page|doc|manual|guide|tutorial|article|website|site|document|spec|chapter|section|paragraph|line|comment|message|e-?mail|mail|letter|ticket|issue|thread|post|chat|transcript|prompt|output|result|response|reply|text|note|snippet|source|fixture|blog|book|paper|wiki|commit|diff|attachment|injection|documentation|readme|specification|history|repository|conversation';

const shownThing =
  '(?:(?: (?:in|on|at|near|under|below|above|like|as) [^.!?:：]{0,50})?\\s*[:：]?\\s*$|[^.!?:：]{0,60}(?<![\\p{L}])(?:this|that|these|following|exactly|such|calls?|lines?|instructions?|commands?|requests?|snippet|blocks?|literally|verbatim|hidden|(?:to|me|us) (?:send|call|run|use|execute|write|invoke))(?![\\p{L}])[^.!?:：]{0,60}[:：]?\\s*$)';

const ends = '[^.!?。！？]{0,80}[:：]?\\s*$';

export const reports: readonly (readonly Words[])[] = [
  [
    anyOf(
      words([`(?:${sources}|attacker|author|assistant|agent|model|colleague)s?`, '[\\w/-]+\\.[a-z]\\w{0,4}']),
    ),
    anyOf(
      `${words([
        'contain(?:s|ed)?',
        'sa(?:ys|id)',
        'reads',
        'show(?:s|ed)',
        'state(?:s|d)',
        'writes|wrote|written',
        'tells?|told|asks|asked|wants|instruct(?:s|ed)?',
        'quote(?:s|d)?',
        'list(?:s|ed)',
        'include(?:s|d)?',
        '(?:begins|starts|ends|ended|began|started) with',
        'holds|held',
        'prints|printed',
        'log(?:s|ged)',
        'record(?:s|ed)',
        'return(?:s|ed)',
        'answered|replied|responded|sent|sends',
        'suggest(?:s|ed)?',
        'recommend(?:s|ed)?',
        'gives|gave',
        'describe(?:s|d)',
        'define(?:s|d)?',
        'mention(?:s|ed)',
        'demand(?:s|ed)',
        'there (?:is|was|are|were)',
        '(?:was|were) (?:typed|printed|sent|written|found|posted|quoted) by',
        'puts? it',
        'found|saw|stands?|stood|goes|has|had',
      ])}${shownThing}`,
    ),
  ],
  [
    anyOf(
      words([
        'he|she|they|it|somebody|someone|(?:some )?models?|assistant|agent|user|bot|intern|colleague|attacker|server|parser',
      ]),
    ),
    anyOf(
      `${words(['wrote|sent|answered|replied|responded|posted|typed|printed|quoted|produced?s?|accepts|expects|reply was|answer was'])}${ends}`,
    ),
  ],
  [
    anyOf(
      `${words(['from', 'in', 'on', 'at', 'inside', 'according to', 'per', 'by'])} (?:(?:the|your|that|this|a|my|our|its) )?[^:：]{0,40}${words([`(?:${sources})s?`, '[\\w/-]+\\.[a-z]\\w{0,4}'])}[^:：]{0,40}[:：]\\s*$`,
    ),
    anyOf(
      '^(?:here (?:is|are)|this is|below|above|line|the line|excerpt|part|text|from|in|on|at|inside|according|per|by)',
    ),
  ],
  [
    anyOf(
      `${words(['laut', 'gemäß', 'nach', '(?:auszug|zeile|text|ausschnitt|zitat) (?:aus|von)', 'selon', "d['’]après", 'extrait (?:de|du|des)', 'según', 'segundo', 'secondo', 'volgens', 'według', 'согласно', 'по'])} ?[^:：]{0,60}[:：]\\s*$`,
    ),
    /^\P{L}*(?:hier|das|die|ein|laut|gem|nach|auszug|zitat|zeile|selon|d.apr|extrait|voici|seg|secondo|volgens|wed|согл)/iu,
  ],
  [
    /根据|按照|より[:：]|から[:：]|에서[:：]|에 따르면|의 (?:내용|\d+번째)|\d+行目/u,
    /文件|日志|文档|页面|ファイル|ログ|文書|ドキュメント|파일|로그|문서|페이지/u,
  ],
  [
    /datei|protokoll|log|doku|anleitung|handbuch|seite|dokument|zeile|kommentar|nachricht|mail|ticket|text|ausgabe|ergebnis|antwort|vorlage|readme|dort|darin/iu,
    anyOf(
      `${words(['steht|stand', 'enthält|enthielt', 'zeigt|zeigte', 'laute(?:t|te)', 'sagt|sagte', 'schreibt|schrieb', 'heißt|hieß', 'besagt', 'verlangt|fordert|will|möchte', 'war', 'nennt', '(?:endet|beginnt) mit', 'findet sich', 'fand', 'gibt es'])}${ends}`,
    ),
  ],
  [
    /fichier|journal|documentation|manuel|page|ligne|message|texte|réponse|résultat|readme|commentaire|modèle|assistant/iu,
    anyOf(
      `${words(['conten?ait|contient', 'montre|montrait', 'dit|disait', 'indique', 'affiche', 'écrit', 'demande|voudrait|veut', 'donne', '(?:se termine|commence) par', 'on (?:y )?(?:trouve|lit)', 'il y a'])}${ends}`,
    ),
  ],
  [
    /archivo|fichero|registro|documentación|manual|página|línea|mensaje|texto|respuesta|resultado|comentario|asistente/iu,
    anyOf(
      `${words(['contiene|contenía', 'dice|decía', 'muestra', 'indica', 'pone', 'aparece', '(?:termina|empieza) con', 'pide|pide que|quiere que', 'se lee', 'hay', 'está escrito'])}${ends}`,
    ),
  ],
  [
    /arquivo|ficheiro|registro|documentação|manual|página|linha|mensagem|texto|resposta|file|documentazione|manuale|pagina|riga|messaggio|testo|risposta/iu,
    anyOf(
      `${words(['contém', 'diz', 'mostra', 'indica', 'há', 'termina com', 'está escrito', 'contiene', 'dice', 'riporta', "c['’]è", 'finisce con', 'si legge', 'è scritto'])}${ends}`,
    ),
  ],
  [
    /bestand|log|documentatie|handleiding|pagina|regel|bericht|tekst/iu,
    anyOf(`${words(['bevat', 'zegt', 'toont', 'staat', 'luidt', 'eindigt met'])}${ends}`),
  ],
  [
    /файл|журнал|лог|документац|страниц|строк|сообщени|инструкци|ответ/iu,
    anyOf(
      `(?:содерж|написан|сказан|показыва|говорит|указан|прос|требу|гласит|есть так|выглядит)\\p{L}*${ends}`,
    ),
  ],
  [
    /ファイル|ログ|ドキュメント|文書|ページ|行目|マニュアル|README|メッセージ|仕様/iu,
    /書かれて|書いて|記載|指示が|あります|含まれ|内容は|示され|とおり|通り/u,
  ],
  [
    /文件|日志|文档|页面|网页|手册|第.{1,4}行|消息|说明|README/iu,
    /写道|写着|(?:要求|让)我|显示|包含|内容(?:如下|是|为)|(?:中|里)(?:有|说|提到|记录)|说[:：]/u,
  ],
  [/파일|로그|문서|페이지|줄|메시지|설명서|README/iu, /다음과 같|적혀|쓰여|나와|지시가|포함|보여|라고/u],
];
