import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

interface Matcher {
  label: string;
  /** What it compares with; the alternatives of a pattern one by one. */
  values: string[];
}

/** What a PromQL expression asks for. */
interface Query {
  selectors: { metric: string; matchers: Matcher[] }[];
  /** Labels after each `by` and `on`; of an aggregate the outermost comes first. */
  groupings: string[][];
}

const strict = parser.configure({ strict: true });

/** Reads an expression by Prometheus' own grammar; throws where it does not fit. */
export function readQuery(expression: string): Query {
  const query: Query = { selectors: [], groupings: [] };
  const text = ({ from, to }: SyntaxNode) => expression.slice(from, to);
  strict.parse(expression).iterate({
    enter: ({ name, node }) => {
      if (name === 'GroupingLabels') query.groupings.push(node.getChildren('LabelName').map(text));
      if (name !== 'VectorSelector') return;
      const metric = node.getChild('Identifier');
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      query.selectors.push({
        metric: metric ? text(metric) : '',
        matchers: matchers.map((matcher) => matcherOf(matcher, text)),
      });
    },
  });
  return query;
}

function matcherOf(matcher: SyntaxNode, text: (node: SyntaxNode) => string): Matcher {
  const part = (name: string) => {
    const child = matcher.getChild(name);
    return child ? text(child) : '';
  };
  const value = JSON.parse(part('StringLiteral')) as string;
  const isPattern = part('MatchOp').endsWith('~');
  return { label: part('LabelName'), values: isPattern ? value.split('|') : [value] };
}
