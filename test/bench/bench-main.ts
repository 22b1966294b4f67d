import { StartError } from '#dev/say.ts'
import { type Figure, judge, type Judged } from './figure.ts'
import { figures } from './figures.ts'
import { openLab } from './lab.ts'
import { OptionError, readOptions, readProfiles, roomHere } from './options.ts'
import { type Profile, profiles, profileText } from './profiles.ts'
import { table, writeResults } from './report.ts'

/**
 * `npm run bench`, or `npm run bench -- NAME …`: measures each figure beside its baseline, and prints one table. With
 * `--profile`, tells where the time goes instead.
 */
async function main(names: readonly string[]): Promise<void> {
  if (process.platform !== 'linux')
    throw new OptionError('The bench reads processor time from /proc: it runs on Linux alone.')
  if (names.includes('--list')) {
    for (const { name, about } of figures) console.log(`${name.padEnd(16)} ${about}`)
    return
  }
  const here = { environment: process.env, room: roomHere() }
  if (names[0] === '--profile') {
    await profileAll(readProfiles(names.slice(1), { ...here, known: profiles }))
    return
  }
  const wanted = readOptions(names, { ...here, known: figures })
  const { rows, failed } = await measureAll(wanted)
  console.log(table(rows))
  const isWhole = wanted.length === figures.length && failed.length === 0
  if (rows.length > 0) console.log(`\n${writeResults(rows, { isWhole })}`)
  if (failed.length > 0) throw new OptionError(`Not measured: ${failed.join(', ')}.`)
}

async function profileAll(wanted: readonly Profile[]): Promise<void> {
  const lab = await openLab()
  for (const profile of wanted)
    console.log(`${profileText(profile.name, await profile.take(lab))}\n`)
  await lab.stop()
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

// What is waited for may be in other processes alone: they keep nobody from ending.
setInterval(() => {}, 60_000)
try {
  await main(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  if (!(error instanceof OptionError || error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
