/** Conditions joined by `all` (each must be true) or `any` (at least one must be). */
export interface Group<Leaf> {
  type: 'all' | 'any';
  conditions: Tree<Leaf>[];
}

export interface Negation<Leaf> {
  type: 'not';
  condition: Tree<Leaf>;
}

/** A condition as a tree of groups, negations and leaves; leaves have other types. */
export type Tree<Leaf> = Group<Leaf> | Negation<Leaf> | Leaf;

interface Typed {
  type: string;
}

export const isGroup = <Leaf extends Typed>(node: Tree<Leaf>): node is Group<Leaf> =>
  node.type === 'all' || node.type === 'any';
export const isNegation = <Leaf extends Typed>(node: Tree<Leaf>): node is Negation<Leaf> => node.type === 'not';
export const isLeaf = <Leaf extends Typed>(node: Tree<Leaf>): node is Leaf => !isGroup(node) && !isNegation(node);

/** A node of a condition and its location in the tree. */
export interface TreeNode<Leaf, Node = Tree<Leaf>> {
  condition: Node;
  /** JSON Pointer from the root of the condition: empty for the root, for example `/conditions/1/condition`. */
  pointer: string;
  /** Depth in the tree; 1 for the root. */
  depth: number;
  /** Whether the node is inside an odd number of negations. */
  isNegated: boolean;
}

/** Yields all nodes of a condition in order, parents before their children. */
export function* nodesOf<Leaf extends Typed>(condition: Tree<Leaf>): Generator<TreeNode<Leaf>> {
  const rest: TreeNode<Leaf>[] = [{ condition, pointer: '', depth: 1, isNegated: false }];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    yield node;
    rest.push(...childrenOf(node).reverse());
  }
}

/** Yields the leaves of a condition in order. */
export function* leavesOf<Leaf extends Typed>(condition: Tree<Leaf>): Generator<TreeNode<Leaf, Leaf>> {
  for (const node of nodesOf(condition)) if (isLeaf(node.condition)) yield node as TreeNode<Leaf, Leaf>;
}

function childrenOf<Leaf extends Typed>({ condition, pointer, depth, isNegated }: TreeNode<Leaf>): TreeNode<Leaf>[] {
  if (isGroup(condition))
    return condition.conditions.map((child, index) => ({
      condition: child,
      pointer: `${pointer}/conditions/${index}`,
      depth: depth + 1,
      isNegated,
    }));
  if (isNegation(condition))
    return [
      { condition: condition.condition, pointer: `${pointer}/condition`, depth: depth + 1, isNegated: !isNegated },
    ];
  return [];
}
