import {
  AliasNode,
  type BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  type QueryId,
  RawNode,
  ReferenceNode,
  type ReturningNode,
  type RootOperationNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
  ValueNode,
} from 'kysely'

/**
 * Translates a statement when it is compiled, and does nothing when it runs: names become snake_case, results get our
 * names back (`as "createdAt"`), and a list is one parameter (`= any($1)`), so that its length does not change the
 * text.
 */
export const naming: KyselyPlugin = {
  transformQuery: ({ node }) => translate(node),
  transformResult: ({ result }) => Promise.resolve(result),
}

function translate<Node extends RootOperationNode>(node: Node): Node {
  const translator = new Translator()
  return translator.transformNode(translator.asOutput(node))
}

class Translator extends OperationNodeTransformer {
  /** Selects and `returning` clauses whose rows leave the database: they use our names. */
  readonly #outputs = new WeakSet<OperationNode>()
  /** Names that stay as they are. */
  readonly #kept = new WeakSet<OperationNode>()

  /** The same statement, marked as one whose rows leave the database. */
  asOutput<Node extends OperationNode>(node: Node): Node {
    if (SelectQueryNode.is(node)) this.#outputs.add(node)
    if ('returning' in node && isNode(node.returning)) this.#outputs.add(node.returning)
    return node
  }

  /** A select inside raw SQL is what `jsonArrayFrom` and the like turn into JSON, with our names as keys. */
  override transformRaw(node: RawNode, queryId: QueryId): RawNode {
    for (const part of node.parameters) if (SelectQueryNode.is(part)) this.#outputs.add(part)
    return super.transformRaw(node, queryId)
  }

  override transformSelectQuery(node: SelectQueryNode, queryId: QueryId): SelectQueryNode {
    if (!this.#outputs.has(node)) return super.transformSelectQuery(node, queryId)
    const { selections = [], setOperations, orderBy } = node
    const names = new Set(selections.map((read) => nameOf(read, setOperations !== undefined)))
    // An `order by` may use the alias given here.
    const items = orderBy?.items.map((item) => {
      const name = columnOf(item.orderBy)
      return name !== undefined && names.has(name) ? { ...item, orderBy: this.#keep(name) } : item
    })
    return super.transformSelectQuery(
      {
        ...node,
        selections: selections.map((read) => this.#named(read)),
        ...(orderBy && items && { orderBy: { ...orderBy, items } }),
      },
      queryId,
    )
  }

  override transformReturning(node: ReturningNode, queryId: QueryId): ReturningNode {
    if (!this.#outputs.has(node)) return super.transformReturning(node, queryId)
    const selections = node.selections.map((read) => this.#named(read))
    return super.transformReturning({ ...node, selections }, queryId)
  }

  override transformIdentifier(node: IdentifierNode): IdentifierNode {
    return this.#kept.has(node) ? node : IdentifierNode.create(snakeCase(node.name))
  }

  override transformBinaryOperation(
    node: BinaryOperationNode,
    queryId: QueryId,
  ): BinaryOperationNode {
    const { operator, rightOperand } = node
    const list = OperatorNode.is(operator) ? lists[operator.operator] : undefined
    if (list === undefined || !PrimitiveValueListNode.is(rightOperand))
      return super.transformBinaryOperation(node, queryId)
    return {
      ...node,
      leftOperand: this.transformNode(node.leftOperand, queryId),
      operator: OperatorNode.create(list.operator),
      rightOperand: RawNode.create([list.before, ')'], [ValueNode.create(rightOperand.values)]),
    }
  }

  #named(read: SelectionNode): SelectionNode {
    const { selection } = read
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias)) {
      const alias = this.#keep(selection.alias.name)
      return SelectionNode.create(AliasNode.create(selection.node, alias))
    }
    const name = columnOf(selection)
    if (name === undefined) {
      if (isAll(selection)) throw new TypeError('a statement names the columns that it reads')
      return read
    }
    if (snakeCase(name) === name) return read
    return { kind: 'SelectionNode', selection: AliasNode.create(selection, this.#keep(name)) }
  }

  #keep(name: string): IdentifierNode {
    const node = IdentifierNode.create(name)
    this.#kept.add(node)
    return node
  }
}

const lists: Partial<Record<string, { readonly operator: '=' | '!='; readonly before: string }>> = {
  in: { operator: '=', before: 'any(' },
  'not in': { operator: '!=', before: 'all(' },
}

/** The alias of a selection; in a union also the name of a column, since its `order by` knows no other. */
function nameOf({ selection }: SelectionNode, isUnion: boolean): string | undefined {
  if (!AliasNode.is(selection)) return isUnion ? columnOf(selection) : undefined
  return IdentifierNode.is(selection.alias) ? selection.alias.name : undefined
}

function columnOf(node: OperationNode): string | undefined {
  const column = ReferenceNode.is(node) ? node.column : node
  return ColumnNode.is(column) ? column.column.name : undefined
}

function isAll(node: OperationNode): boolean {
  return SelectAllNode.is(ReferenceNode.is(node) ? node.column : node)
}

function isNode(value: unknown): value is OperationNode {
  return typeof value === 'object' && value !== null && 'kind' in value
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
