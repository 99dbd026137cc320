import fc from 'fast-check';

/** Paths that commands of a script name, some within others. */
const ordinary = ['with space', ...'a b c.txt d d/a d/b d/e d/e/a f f/g f/g/a -x'.split(' ')];

const word = fc.constantFrom('one', 'two', 'three', 'other words', '');

/** What programs that change files do to them, as lines for `sh`. Many of them fail, as lines that models write do. */
function lineIn(places: readonly string[]) {
  const place = fc.constantFrom(...places).map(name => `'./${name}'`);
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(word, place).map(([text, at]) => `printf '%s\\n' '${text}' > ${at}`) },
    fc.tuple(word, place).map(([text, at]) => `printf '%s' '${text}' >> ${at}`),
    fc.tuple(place, place).map(([from, to]) => `mv ${from} ${to}`),
    fc.tuple(place, place).map(([from, to]) => `mv -f -T ${from} ${to}`),
    fc.tuple(place, place).map(([from, to]) => `cp -R ${from} ${to}`),
    fc.tuple(place, place).map(([from, to]) => `cp -p ${from} ${to}`),
    fc.tuple(place, place).map(([from, to]) => `ln ${from} ${to}`),
    fc.tuple(place, place).map(([from, to]) => `ln -s "$PWD"/${from} ${to}`),
    fc.tuple(place, place).map(([from, to]) => `ln -s -f -n ${from} ${to}`),
    place.map(at => `mkdir -p ${at}`),
    place.map(at => `rm -rf ${at}`),
    place.map(at => `rmdir ${at}`),
    place.map(at => `touch ${at}`),
    place.map(at => `sed -i 's/o/0/g' ${at}`),
    fc.tuple(place, fc.nat(9)).map(([at, size]) => `truncate -s ${size} ${at}`),
    fc
      .tuple(place, fc.constantFrom('u=rwX,go=', 'u=rwX,go=rX', '700', '755', 'a=rX', 'u+x', 'go-rwx'))
      .map(([at, mode]) => `chmod ${mode} ${at}`),
    place.map(at => `chmod -R u+rwX ${at}`),
    place.map(at => `tar -cf t.tar ${at} && rm -rf ${at} && tar -xf t.tar`),
    place.map(at => `dd if=/dev/zero of=${at} bs=3 count=2 conv=notrunc 2>/dev/null`),
    place.map(at => `touch -r ${at} stamp; printf 'same' > ${at}; touch -r stamp ${at}`),
    fc
      .tuple(place, place)
      .map(([one, other]) => `mv ${one} tmp.swap; mv ${other} ${one}; mv tmp.swap ${other}`),
    place.map(at => `rm -rf ${at}; mkdir ${at}; echo new > ${at}/new`),
    fc.constant('find . -type f -exec sed -i "s/t/T/" {} +'),
    fc.constant('rm -rf ./*'),
    fc.constant('mkdir -p gen/x/y; for i in 1 2 3 4 5 6; do echo $i > gen/x/y/$i; done'),
  );
}

/** One command: several lines, each run whatever became of those before. */
export function commandIn(places: readonly string[]) {
  return fc.array(lineIn(places), { minLength: 1, maxLength: 6 }).map(lines => lines.join('\n'));
}

export const command = commandIn(ordinary);
