// Written by document-types.js (npm run types) from schema.graphql and the documents.
import type * as T from './types'

/** A document of the page: its name, its SHA-256 and its text. The types are those of its answer and its variables. */
export type Document<Answer, Variables> = {
  readonly name: string
  readonly hash: string
  readonly text: string
  readonly types?: (variables: Variables) => Answer
}

export const Compare: Document<T.CompareQuery, T.CompareQueryVariables>
export const Cursor: Document<T.CursorQuery, T.CursorQueryVariables>
export const DatasetPage: Document<T.DatasetPageQuery, T.DatasetPageQueryVariables>
export const Drawing: Document<T.DrawingQuery, T.DrawingQueryVariables>
export const FacetsPage: Document<T.FacetsPageQuery, T.FacetsPageQueryVariables>
export const Find: Document<T.FindQuery, T.FindQueryVariables>
export const FlowPage: Document<T.FlowPageQuery, T.FlowPageQueryVariables>
export const Front: Document<T.FrontQuery, T.FrontQueryVariables>
export const Graph: Document<T.GraphQuery, T.GraphQueryVariables>
export const JobPage: Document<T.JobPageQuery, T.JobPageQueryVariables>
export const Live: Document<T.LiveSubscription, T.LiveSubscriptionVariables>
export const ModelPage: Document<T.ModelPageQuery, T.ModelPageQueryVariables>
export const Path: Document<T.PathQuery, T.PathQueryVariables>
export const RunPage: Document<T.RunPageQuery, T.RunPageQueryVariables>
export const Table: Document<T.TableQuery, T.TableQueryVariables>
