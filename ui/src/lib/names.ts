// Short forms of long names. The full form is always at hand: as a title, and by the copy button.

/** Returns the first 8 digits of a commit. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 8);
}

/** Returns `sha256:` and the first 12 digits of a digest. */
export function shortDigest(digest: string): string {
  const at = digest.indexOf(':');
  return at < 0 ? digest.slice(0, 12) : digest.slice(0, at + 13);
}

/** Returns the last part of an image name: `api` of `registry.example/pay/api`. */
export function imageName(image: string): string {
  return image.slice(image.lastIndexOf('/') + 1);
}

/** What a version label is made of. */
export type Revision = { image?: string | null; tag?: string | null; digest?: string | null; version?: string | null };

/** Returns the part of a declared value that people call its version; `undefined` if there is none. */
export function versionOf(revision: Revision): string | undefined {
  return revision.version ?? revision.tag ?? (revision.digest ? shortDigest(revision.digest) : undefined);
}

/** The parts of `CLUSTER/NAMESPACE/KIND/NAME[/CONTAINER]`. */
export type Subject = { cluster: string; namespace: string; kind: string; name: string; container: string | undefined };

/** Splits what `trace` takes; missing parts are empty. */
export function readSubject(subject: string): Subject {
  const [cluster = '', namespace = '', kind = '', name = '', container] = subject.split('/');
  return { cluster, namespace, kind, name, container };
}
