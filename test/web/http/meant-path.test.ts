import assert from 'node:assert/strict'
import { meantPath } from '#web/http/meant-path.ts'

describe('an address that was copied with marks behind it', () => {
  it('is led to the one that was meant', () => {
    for (const [path, meant] of [
      ['/p/chez-awa.', '/p/chez-awa'],
      ['/P/Chez-Awa%20%C2%BB.', '/p/chez-awa'],
      ['/verification/aB-_%E2%80%A6', '/verification/aB-_'],
      ['/p/%F0%9F%99%82', undefined],
      ['/p/chez-awa', undefined],
    ] as const)
      assert.equal(meantPath(path), meant, path)
  })

  it('is read at once, however many marks it has', () => {
    for (const mark of ['.', '!', '%C2%BB', '%F0%9F%99%82']) {
      const marks = mark.repeat(15_000 / mark.length)
      const micros: number[] = []
      for (let round = 0; round < 3; round += 1) {
        const before = process.cpuUsage()
        meantPath(`/p/${marks}a`)
        micros.push(process.cpuUsage(before).user)
      }
      assert.ok(Math.min(...micros) < 30_000, `${mark} ${micros.join()}`)
    }
  })
})
