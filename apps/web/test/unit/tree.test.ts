import { describe, expect, it } from 'vitest';
import * as tree from '../../src/lib/tree';

const of = (text: string) => tree.parse(text);

describe('a history', () => {
  it('is written as it is read', () => {
    for (const text of ['', 'a', 'a,b,c', '*,a,b', 'a*,b', 'a,b,(c,d*),e', 'a,(b,e,(c,d),h*),(f),g', 'a,b,(c),(d,e,(f*),g)'])
      expect(tree.format(of(text))).toBe(text);
  });
  it('knows the moves on the way', () => {
    expect(tree.moves_to(of('a,b,(c,d*),e'))).toEqual(['a', 'c', 'd']);
    expect(tree.moves_to(of('a,b,(c,d),e'))).toEqual(['a', 'b', 'e']);
    expect(tree.moves_to(of('*,a,b'))).toEqual([]);
  });
  it('keeps moves with any characters', () => {
    const moves = ['@0/', '@0+', 'x(1),*!', 'A5-A4', '打', '%2C'];
    const t = tree.play(tree.empty(), moves);
    expect(tree.moves_to(of(tree.format(t)))).toEqual(moves);
  });
  it('branches, follows what is there, and leaves the old tree alone', () => {
    const line = of('a,b,c');
    const back = tree.go(line, [0]);
    const branched = tree.play(back, ['x']);
    expect(tree.format(branched)).toBe('a,b,(x*),c');
    expect(tree.format(tree.play(tree.go(branched, [0]), ['b', 'c']))).toBe('a,b,(x),c');
    expect(tree.format(line)).toBe('a,b,c');
  });
  it('promotes and deletes branches', () => {
    const t = of('a,b,(x,y*),c');
    expect(tree.format(tree.promote(t, t.at))).toBe('a,x,(b,c),y');
    expect(tree.format(tree.remove(t, [0, 1]))).toBe('a*,b,c');
    expect(tree.format(tree.remove(of('a'), [0]))).toBe('');
  });
  it('reads nonsense without harm', () => {
    for (const text of ['(', ')', '((((', 'a,)b', '***', '(a', ',,,', '!zz', 'a,(,),b', '<script>alert(1)</script>']) expect(() => tree.format(of(text))).not.toThrow();
    expect(tree.moves_to(tree.parse('a,'.repeat(5000))).length).toBe(2000);
  });
  it('survives random trees', () => {
    let seed = 1;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    for (let round = 0; round < 300; ++round) {
      let t = tree.empty();
      for (let k = 0; k < 12; ++k) {
        t = tree.play(tree.go(t, t.at.slice(0, random(t.at.length + 1))), Array.from({ length: 1 + random(3) }, () => 'abcd'[random(4)]!));
        if (random(3) === 0) t = tree.go(t, t.at.slice(0, random(t.at.length + 1)));
      }
      const again = of(tree.format(t));
      expect(again).toEqual(t);
    }
  });
});
