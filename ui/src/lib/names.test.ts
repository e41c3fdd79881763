import { describe, expect, it } from 'vitest';
import { imageName, readSubject, shortCommit, shortDigest, versionOf } from './names';

describe('short forms', () => {
  it('cut what is long and keep what is short', () => {
    expect(shortCommit('3f2a1b0c9d8e7f6a')).toBe('3f2a1b0c');
    expect(shortDigest(`sha256:${'a'.repeat(64)}`)).toBe(`sha256:${'a'.repeat(12)}`);
    expect(shortDigest('abc')).toBe('abc');
    expect(imageName('host:5000/pay/api')).toBe('api');
    expect(imageName('nginx')).toBe('nginx');
  });
});

describe('versionOf', () => {
  it('takes version, then tag, then digest', () => {
    expect(versionOf({ version: '1.2.0', tag: 'v1' })).toBe('1.2.0');
    expect(versionOf({ tag: 'v1' })).toBe('v1');
    expect(versionOf({ tag: null, digest: `sha256:${'b'.repeat(64)}` })).toBe(`sha256:${'b'.repeat(12)}`);
    expect(versionOf({})).toBeUndefined();
  });
});

describe('readSubject', () => {
  it('splits the path', () => {
    expect(readSubject('eu/shop/Deployment/api/web')).toEqual({
      cluster: 'eu',
      namespace: 'shop',
      kind: 'Deployment',
      name: 'api',
      container: 'web',
    });
    expect(readSubject('eu').container).toBeUndefined();
  });
});
