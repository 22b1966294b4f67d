import { type Figure, judge, type Judged } from './figure.ts'
import { figures } from './figures.ts'
import { openLab } from './lab.ts'
import { table, writeResults } from './report.ts'

/** `npm run bench`, or `npm run bench -- NAME …`: measures each figure beside its baseline, and prints one table. */
async function main(names: readonly string[]): Promise<void> {
  if (process.platform !== 'linux')
    fail('The bench reads processor time from /proc: it runs on Linux alone.')
  if (names.includes('--list')) {
    for (const { name, about } of figures) console.log(`${name.padEnd(16)} ${about}`)
    return
  }
  const wanted = wantedOf(names)
  const { rows, failed } = await measureAll(wanted)
  console.log(table(rows))
  if (failed.length > 0) fail(`Not measured: ${failed.join(', ')}.`)
  if (wanted.length === figures.length) console.log(`\n${writeResults(rows)}`)
}

async function measureAll(wanted: readonly Figure[]) {
  const lab = await openLab()
  const rows: Judged[] = []
  const failed: string[] = []
  for (const figure of wanted) {
    const since = Date.now()
    process.stderr.write(`${figure.name} …`)
    try {
      rows.push(...(await figure.measure(lab)).map(judge))
      process.stderr.write(` ${((Date.now() - since) / 1000).toFixed(0)} s\n`)
    } catch (error) {
      failed.push(figure.name)
      process.stderr.write(` failed: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  await lab.stop()
  return { rows, failed }
}

function wantedOf(names: readonly string[]): readonly Figure[] {
  const unknown = names.filter((name) => !figures.some((figure) => figure.name === name))
  if (unknown.length > 0) {
    const known = figures.map(({ name }) => name).join(', ')
    fail(
      `There is no figure ${unknown.map((name) => `"${name}"`).join(', ')}. There are: ${known}.`,
    )
  }
  return names.length === 0 ? figures : figures.filter(({ name }) => names.includes(name))
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

// What is waited for may be in other processes alone: they keep nobody from ending.
setInterval(() => {}, 60_000)
await main(process.argv.slice(2))
process.exit(0)
