#include "assay/inspect/record.h"

#include <cmath>

namespace assay::inspect {

Json number_json(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number;
}

Json vector_json(const Eigen::Vector3d& vector) {
  return {number_json(vector.x()), number_json(vector.y()), number_json(vector.z())};
}

Json matrix_json(const Eigen::Matrix3d& matrix) {
  Json rows = Json::array();
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) rows.push_back(vector_json(matrix.row(row)));
  return rows;
}

Json quaternion_json(const Eigen::Quaterniond& quaternion) {
  return {number_json(quaternion.w()), number_json(quaternion.x()), number_json(quaternion.y()),
          number_json(quaternion.z())};
}

Json pose_json(const model::Pose& pose) {
  return {{"position", vector_json(pose.position)}, {"rotation", quaternion_json(pose.rotation)}};
}

Json opinion_json(const model::Model& model, model::OpinionIndex opinion) {
  const model::Opinion& each = model.opinions.at(opinion);
  return {{"layer", model.layers.at(each.layer)}, {"spec_path", model.text(each.spec_path)}};
}

void Record::add_origin(const char* key, model::Origin origin, model::OpinionIndex opinion, bool sampled) {
  Json entry = {{"origin", name_of(origin)}};
  if (origin == model::Origin::Authored || origin == model::Origin::Blocked)
    entry.update(opinion_json(model_, opinion));
  if (sampled) entry["sampled"] = true;
  origins_[key] = std::move(entry);
}

Json Record::take() {
  if (!origins_.empty()) object_["origins"] = std::move(origins_);
  return std::move(object_);
}

}  // namespace assay::inspect
