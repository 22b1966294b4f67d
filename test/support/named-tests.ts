import { readFile } from 'node:fs/promises'

/** A test as a page names it: its file, from the root, and words of its title. */
export interface NamedTest {
  readonly file: string
  readonly words: string
}

/** True where the file has a test with these words in its title. */
export async function isTest({ file, words }: NamedTest): Promise<boolean> {
  const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8').catch(() => '')
  return text.split('\n').some((line) => line.includes('it(') && line.includes(words))
}
