import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { claimBlock, freePorts, isFree, portProblems } from '#dev/ports.ts'

const host = '127.0.0.1'

describe('ports', () => {
  it('are named with their variable when another program holds them', async () => {
    const [taken = 0, free = 0] = await freePorts(2)
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(taken, host, resolve))
    const wanted = [
      { variable: 'PORT', port: taken, host },
      { variable: 'TEMPORAL_PORT', port: free, host },
    ]
    const problems = await portProblems(wanted)
    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', new RegExp(`${taken}.*PORT`))
    await new Promise((resolve) => holder.close(resolve))
    assert.deepEqual(await portProblems(wanted), [])
  })

  it('are not called taken on an address that is not of this machine', async () => {
    const [port = 0] = await freePorts(1)
    const [problem] = await portProblems([{ variable: 'PORT', port, host: '203.0.113.1' }])
    assert.equal(
      problem,
      `Port ${port} (PORT) cannot be used: 203.0.113.1 is no address of this machine. Set HOST to one that is.`,
    )
  })

  it('are not given to two of our own parts', async () => {
    const [port = 0] = await freePorts(1)
    const problems = await portProblems([
      { variable: 'PORT', port, host },
      { variable: 'POSTGRES_PORT', port, host },
    ])
    assert.match(problems.join(), /POSTGRES_PORT and PORT are both/)
  })

  it('come from a block that no other process has, though its number would lead there too', async () => {
    const first = await claimBlock(process.pid)
    const second = await claimBlock(process.pid)
    assert.notEqual(second, first)
    for (const port of [first, second]) assert.equal(await isFree(port, host), false)
  })

  it('are free and different when we ask for free ones', async () => {
    const ports = await freePorts(20)
    assert.equal(new Set(ports).size, 20)
    for (const port of ports) assert.equal(await isFree(port, host), true)
  })
})
