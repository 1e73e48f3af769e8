#include "assay/stage/start.h"

#include "assay/base/version.h"
#include "assay/stage/regular_files.h"
#include "assay/stage/text_format.h"

#include "pxr/sdf/schema.h"
#include "pxr/tf/diagnosticMgr.h"
#include "pxr/work/threadLimits.h"

namespace assay::stage {

static_assert(PCP_MINOR_VERSION == 26 && PCP_PATCH_VERSION == 8 && openusd_version == "26.8");

namespace {

using namespace pxr;

/// Takes OpenUSD's messages; what matters of them is read where it arises, through error marks and error lists.
class SilentDelegate : public TfDiagnosticMgr::Delegate {
 public:
  void IssueStatus(const TfStatus&) override {}
  void IssueWarning(const TfWarning&) override {}
  void IssueError(const TfError&) override {}
  void IssueFatalError(const TfCallContext&, const std::string&) override { _UnhandledAbort(); }
};

}  // namespace

Result<bool> start_openusd(int threads) {
  static SilentDelegate delegate;
  TfDiagnosticMgr::GetInstance().AddDelegate(&delegate);
  TfDiagnosticMgr::GetInstance().SetQuiet(true);
  WorkSetConcurrencyLimit(static_cast<unsigned>(threads));
  open_regular_files_only();
  define_text_format();

  static const TfToken api_schemas("apiSchemas");
  const SdfSchemaBase::FieldDefinition* definition = SdfSchema::GetInstance().GetFieldDefinition(api_schemas);
  if (definition == nullptr || !definition->GetFallbackValue().IsHolding<SdfTokenListOp>()) {
    return Error{ErrorCode::NotFound, "the OpenUSD runtime beside the executable is incomplete: apiSchemas has no type",
                 "", 0, 0};
  }
  return true;
}

}  // namespace assay::stage
