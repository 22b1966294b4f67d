/** The longest that others of this process waited for their turn, in milliseconds of this thread's processor time. */
export function turnsOfOthers(): { end(): number } {
  const spent = () => sum(process.threadCpuUsage())
  let [last, longest] = [spent(), 0]
  let next: NodeJS.Immediate
  const turn = () => {
    longest = Math.max(longest, spent() - last)
    last = spent()
    next = setImmediate(turn)
  }
  next = setImmediate(turn)
  return {
    end() {
      clearImmediate(next)
      return Math.max(longest, spent() - last)
    },
  }
}

function sum({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}
